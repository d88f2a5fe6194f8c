import IdCard from 'lucide-react/icons/id-card';
import type { About } from 'mock-api/contract';
import { Card, LinkButton, Note, SectionTitle, Soft, Stack, useProfile, useText } from 'shared-ui';
import { requestPaths } from 'shared-ui/contract';
import { formatRecordDate, HospitalText } from 'shared-ui/details';
import { GroupTitle, hospitalTexts, ItemCard, ItemFacts, ItemGroup, Mark } from '../../components/record/ItemCard.tsx';
import { RecordScreen } from '../../components/record/RecordScreen.tsx';
import { words } from '../../words-records.ts';

const isEmpty = ({ allergies, conditions, immunizations }: About) =>
  allergies.statement === null && allergies.items.length + conditions.length + immunizations.length === 0;

/** What the hospital knows about the patient: allergies, conditions and vaccinations. */
export default function AboutScreen() {
  const t = useText(words);
  const { isOwn, firstName: name } = useProfile();
  return (
    <RecordScreen<About>
      title={isOwn ? t('all.aboutMe') : t('all.aboutThem', { name })}
      part="about"
      isEmpty={isEmpty}
      empty={{ title: t('about.empty'), text: t('about.emptyText'), icon: <IdCard /> }}
    >
      {({ allergies, conditions, immunizations }) => (
        <>
          <Allergies {...allergies} />
          <Conditions conditions={conditions} />
          <Vaccinations immunizations={immunizations} />
        </>
      )}
    </RecordScreen>
  );
}

type Allergy = About['allergies']['items'][number];

/** Each allergy, the one of highest risk first, then statements such as "No known allergies", and whether they agree. */
function Allergies({ statement, conflict, items }: About['allergies']) {
  const t = useText(words);
  const card = (allergy: Allergy) => <AllergyCard key={allergy.id} allergy={allergy} />;
  const isPast = ({ state }: Allergy) => state === 'past';
  return (
    <Stack as="section">
      <SectionTitle>{t('about.allergies')}</SectionTitle>
      {conflict !== null && <Conflict />}
      {statement === null && items.length === 0 && (
        <Note>
          <p>{t('about.noAllergies')}</p>
        </Note>
      )}
      <ItemGroup title={t('about.known')}>{items.filter((item) => !isPast(item)).map(card)}</ItemGroup>
      <ItemGroup title={t('about.noLonger')}>{items.filter(isPast).map(card)}</ItemGroup>
      {statement !== null && (
        <>
          {items.length > 0 && <GroupTitle>{t('about.alsoOnRecord')}</GroupTitle>}
          <Card>
            <strong>{statement}</strong>
          </Card>
        </>
      )}
    </Stack>
  );
}

function Conflict() {
  const t = useText(words);
  const profile = useProfile();
  return (
    <Note tone="warning" title={t('record.conflict')}>
      <p>{t('about.conflictText')}</p>
      {profile.mayAsk && (
        <LinkButton variant="plain" compact to={requestPaths.create(profile.id, 'correction')}>
          {t('about.tell')}
        </LinkButton>
      )}
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
          <HospitalText lang={lang}>
            <bdi>{name}</bdi>
          </HospitalText>
          {severity !== null && ` (${t(`about.severities.${severity}`)})`}
          {at !== null && ` · ${formatRecordDate(at)}`}
        </li>
      ))}
    </ul>
  );
}

const CONDITION_STATES = ['current', 'looked-into', 'unclear', 'past'] as const;

function Conditions({ conditions }: Pick<About, 'conditions'>) {
  const t = useText(words);
  return (
    <Stack as="section">
      <SectionTitle>{t('about.conditions')}</SectionTitle>
      {conditions.length === 0 && <Soft>{t('about.noConditions')}</Soft>}
      {CONDITION_STATES.map((state) => (
        <ItemGroup key={state} title={t(`about.state.${state}`)}>
          {conditions
            .filter((condition) => condition.state === state)
            .map((condition) => (
              <ConditionCard key={condition.id} condition={condition} />
            ))}
        </ItemGroup>
      ))}
    </Stack>
  );
}

function ConditionCard({ condition }: { condition: About['conditions'][number] }) {
  const t = useText(words);
  const { id, name, lang, state, remark, severity, since, end, notes } = condition;
  return (
    <ItemCard name={name} lang={lang} ask={{ kind: 'correction', type: 'condition', id, label: t('about.wrong') }}>
      {remark !== null && state !== 'looked-into' && <p>{remark}</p>}
      <ItemFacts
        facts={[
          [t('about.severity'), severity],
          [t('about.since'), since],
          [t('record.until'), end],
          [t('about.note'), hospitalTexts(notes, lang)],
        ]}
      />
    </ItemCard>
  );
}

function Vaccinations({ immunizations }: Pick<About, 'immunizations'>) {
  const t = useText(words);
  const given = immunizations.filter((item) => item.given);
  const card = (item: About['immunizations'][number]) => <VaccinationCard key={item.id} item={item} />;
  return (
    <Stack as="section">
      <SectionTitle>{t('about.vaccinations')}</SectionTitle>
      {immunizations.length === 0 && <Soft>{t('about.noVaccinations')}</Soft>}
      <ItemGroup title={t('about.given')}>{given.map(card)}</ItemGroup>
      <ItemGroup title={t('about.notGiven')}>{immunizations.filter((item) => !item.given).map(card)}</ItemGroup>
    </Stack>
  );
}

function VaccinationCard({
  item: { id, name, lang, given, when, remark, notes },
}: {
  item: About['immunizations'][number];
}) {
  const t = useText(words);
  return (
    <ItemCard name={name} lang={lang} ask={{ kind: 'correction', type: 'immunization', id, label: t('about.wrong') }}>
      {remark !== null && given && <Mark tone="warning">{remark}</Mark>}
      {remark !== null && !given && <p>{remark}</p>}
      <ItemFacts
        facts={[
          [t('about.when'), when],
          [t('about.note'), hospitalTexts(notes, lang)],
        ]}
      />
    </ItemCard>
  );
}
