import type { About } from 'mock-api/contract';
import { Card, LinkButton, Note, SectionTitle, Stack, useProfile, useText } from 'shared-ui';
import { requestPaths } from 'shared-ui/contract';
import { formatRecordDate, HospitalText } from 'shared-ui/details';
import { hospitalTexts, ItemCard, ItemFacts, ItemGroup } from '../../components/record/ItemCard.tsx';
import { Mark } from '../../components/record/Mark.tsx';
import { words } from '../../words-records.ts';

type Allergy = About['allergies']['items'][number];

/** Allergies: what the hospital states about all of them, whether that agrees with the items, and each item. */
export function Allergies({ statement, conflict, items }: About['allergies']) {
  const t = useText(words);
  const card = (allergy: Allergy) => <AllergyCard key={allergy.id} allergy={allergy} />;
  const isPast = ({ state }: Allergy) => state === 'past';
  return (
    <Stack as="section">
      <SectionTitle>{t('about.allergies')}</SectionTitle>
      {conflict !== null && <Conflict />}
      {statement !== null && (
        <Card>
          <strong>{statement}</strong>
        </Card>
      )}
      {statement === null && items.length === 0 && (
        <Note>
          <p>{t('about.noAllergies')}</p>
        </Note>
      )}
      <ItemGroup title={t('about.known')}>{items.filter((item) => !isPast(item)).map(card)}</ItemGroup>
      <ItemGroup title={t('about.noLonger')}>{items.filter(isPast).map(card)}</ItemGroup>
    </Stack>
  );
}

function Conflict() {
  const t = useText(words);
  const profile = useProfile();
  return (
    <Note tone="warning" title={t('record.conflict')}>
      <p>{t('about.conflictText')}</p>
      <LinkButton variant="plain" compact to={requestPaths.create(profile.id, 'correction')}>
        {t('about.tell')}
      </LinkButton>
    </Note>
  );
}

function AllergyCard({ allergy }: { allergy: Allergy }) {
  const t = useText(words);
  const { id, name, lang, risk, isCertain, reactions, notes } = allergy;
  return (
    <ItemCard name={name} lang={lang} ask={{ kind: 'correction', type: 'allergy', id, label: t('about.wrong') }}>
      {risk !== null && <Mark tone={risk === 'high' ? 'danger' : 'calm'}>{t(`about.risk.${risk}`)}</Mark>}
      <Mark tone={isCertain ? 'certain' : 'warning'}>{isCertain ? t('about.certain') : t('about.uncertain')}</Mark>
      <ItemFacts
        facts={[
          [t('about.reactions'), reactions.length > 0 && <Reactions reactions={reactions} lang={lang} />],
          [t('about.note'), hospitalTexts(notes, lang)],
        ]}
      />
    </ItemCard>
  );
}

function Reactions({ reactions, lang }: Pick<Allergy, 'reactions' | 'lang'>) {
  const t = useText(words);
  return (
    <ul>
      {reactions.map(({ name, severity, at }) => (
        <li key={`${name} ${severity} ${at}`}>
          <HospitalText lang={lang}>{name}</HospitalText>
          {severity !== null && ` (${t(`about.severities.${severity}`)})`}
          {at !== null && `, ${formatRecordDate(at)}`}
        </li>
      ))}
    </ul>
  );
}
