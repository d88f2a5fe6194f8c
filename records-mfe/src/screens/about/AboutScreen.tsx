import IdCard from 'lucide-react/icons/id-card';
import type { About } from 'mock-api/contract';
import { SectionTitle, Soft, Stack, useProfile, useText } from 'shared-ui';
import { hospitalTexts, ItemCard, ItemFacts, ItemGroup } from '../../components/record/ItemCard.tsx';
import { Mark } from '../../components/record/Mark.tsx';
import { RecordScreen } from '../../components/record/RecordScreen.tsx';
import { words } from '../../words-records.ts';
import { Allergies } from './Allergies.tsx';

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
