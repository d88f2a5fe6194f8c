import Clock from 'lucide-react/icons/clock';
import Pill from 'lucide-react/icons/pill';
import type { Medications } from 'mock-api/contract';
import { Note, SectionTitle, Soft, Stack, useProfile, useText } from 'shared-ui';
import { clockTimes, formatList, RecordDate } from 'shared-ui/details';
import { styled } from 'styled-components';
import { hospitalTexts, ItemCard, ItemFacts, ItemGroup, Mark } from '../../components/record/ItemCard.tsx';
import { RecordScreen } from '../../components/record/RecordScreen.tsx';
import { words } from '../../words-records.ts';
import { CheckNote } from './CheckNote.tsx';

type Medication = Medications['medications'][number];
type State = Medication['state'];
type Basis = Medication['basis'];

/** Current ones first, then what must not be taken; over ones last. */
const STATES: readonly State[] = [
  'current',
  'do-not-take',
  'unclear',
  'paused',
  'planned',
  'given',
  'not-given',
  'past',
];
const BASES: readonly Basis[] = ['prescribed', 'reported', 'given'];

interface MedicationGroup {
  state: State;
  /** By whose word; only those with medications. */
  bases: { basis: Basis; medications: Medication[] }[];
}

/** Groups medications by state, and in each by whose word it is. */
function groupMedications(medications: readonly Medication[]): MedicationGroup[] {
  const groups = STATES.map((state) => ({
    state,
    bases: BASES.map((basis) => ({
      basis,
      medications: medications.filter((item) => item.state === state && item.basis === basis),
    })).filter((group) => group.medications.length > 0),
  }));
  return groups.filter(({ bases }) => bases.length > 0);
}

const nameOf = ({ name }: Medication) => name.trim().toLocaleLowerCase();
const howOf = ({ how }: Medication) => how.join('\n').trim().toLocaleLowerCase();

/** States that contradict a current medication of the same name. */
const CONTRARY: readonly State[] = ['do-not-take', 'paused'];

function disagree(one: Medication, other: Medication): boolean {
  if (CONTRARY.includes(other.state)) return true;
  return other.state === 'current' && one.basis !== other.basis && howOf(one) !== howOf(other);
}

/**
 * Returns the names of current medications that the record contradicts: the same one is paused or must not be taken, or
 * what was prescribed differs from what was reported.
 */
function contradictions(medications: readonly Medication[]): string[] {
  const current = medications.filter(({ state }) => state === 'current');
  const contradicted = current.filter((one) =>
    medications.some((other) => other !== one && nameOf(other) === nameOf(one) && disagree(one, other)),
  );
  return [...new Map(contradicted.map((item) => [nameOf(item), item.name])).values()];
}

/** Medications by state, current ones first. Prescribed and reported ones are kept apart. */
export default function MedicationsScreen() {
  const t = useText(words);
  const { isOwn, firstName: name } = useProfile();
  return (
    <RecordScreen<Medications>
      title={isOwn ? t('medications.mine') : t('medications.theirs', { name })}
      part="medications"
      isEmpty={({ medications, check }) => medications.length === 0 && !check?.due}
      empty={{ title: t('medications.empty'), text: t('medications.emptyText'), icon: <Pill /> }}
    >
      {({ medications, check }) => (
        <>
          {check && <CheckNote check={check} />}
          <Note title={t('medications.askFirst')}>
            <p>{t('medications.askFirstText')}</p>
          </Note>
          <Contradictions names={contradictions(medications)} />
          {groupMedications(medications).map((group) => (
            <Group key={group.state} {...group} />
          ))}
        </>
      )}
    </RecordScreen>
  );
}

function Contradictions({ names }: { names: string[] }) {
  const t = useText(words);
  if (names.length === 0) return null;
  return (
    <Note tone="warning" title={t('record.conflict')}>
      <ul>
        {names.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
      <p>{t('medications.conflictText')}</p>
    </Note>
  );
}

function Group({ state, bases }: MedicationGroup) {
  const t = useText(words);
  const { isOwn } = useProfile();
  const isExplained = state === 'paused' || state === 'planned' || state === 'unclear' || state === 'do-not-take';
  const titles = {
    prescribed: t('medications.prescribed'),
    reported: isOwn ? t('medications.youTold') : t('medications.told'),
    given: t('medications.given'),
  };
  return (
    <Stack as="section">
      <SectionTitle>{t(`medications.state.${state}`)}</SectionTitle>
      {isExplained && <Soft>{t(`medications.explained.${state}`)}</Soft>}
      {bases.map(({ basis, medications }) => (
        <ItemGroup key={basis} title={titles[basis]}>
          {medications.map((medication) => (
            <MedicationCard key={medication.id} medication={medication} />
          ))}
        </ItemGroup>
      ))}
    </Stack>
  );
}

/** States that the card itself names, as a reader may skip the heading. */
const TONES: Partial<Record<Medication['state'], 'danger' | 'warning'>> = {
  'do-not-take': 'danger',
  unclear: 'warning',
  paused: 'warning',
};

const How = styled.div`
  font-size: var(--text-m);
`;

const Times = styled.p`
  display: flex;
  gap: var(--space-2);
  font-weight: 640;

  > svg {
    flex: none;
    inline-size: 1.25em;
    block-size: 1.5em;
    color: var(--brand);
  }
`;

function MedicationCard({ medication }: { medication: Medication }) {
  const t = useText(words);
  const { id, name, lang, state, how, basis, at, until, why, notes } = medication;
  const times = clockTimes(medication.times);
  const tone = TONES[state];
  const whyLabel = state === 'paused' || state === 'past' || state === 'not-given' ? state : 'other';
  return (
    <ItemCard name={name} lang={lang} ask={{ kind: 'question', type: 'medication', id, label: t('medications.ask') }}>
      {tone && <Mark tone={tone}>{t(`medications.state.${state}`)}</Mark>}
      {how.length > 0 && <How>{hospitalTexts(how, lang)}</How>}
      {how.length === 0 && state === 'current' && <p>{t('medications.noHow')}</p>}
      {times.length > 0 && (
        <Times>
          <Clock aria-hidden="true" />
          <span>{formatList(times, ' · ')}</span>
        </Times>
      )}
      <ItemFacts
        facts={[
          [t('medications.for'), hospitalTexts(medication.for, lang)],
          [t(`medications.why.${whyLabel}`), hospitalTexts(why, lang)],
          [t('medications.note'), hospitalTexts(notes, lang)],
          [t(`medications.at.${basis}`), at && <RecordDate at={at} withAge />],
          [t('record.until'), until && <RecordDate at={until} />],
        ]}
      />
    </ItemCard>
  );
}
