import Stethoscope from 'lucide-react/icons/stethoscope';
import UserRound from 'lucide-react/icons/user-round';
import type { CareTeam } from 'mock-api/contract';
import { Avatar, Card, Note, SectionTitle, Soft, Stack, useProfile, useText } from 'shared-ui';
import { formatList, HospitalText, HospitalWordsNote, RecordDate } from 'shared-ui/details';
import { styled } from 'styled-components';
import { RecordScreen } from '../../components/record/RecordScreen.tsx';
import { words } from '../../words-records.ts';

type Member = CareTeam['people'][number];

/** A member of the care team, once, with all their roles. */
interface Person extends Pick<Member, 'id' | 'name' | 'until' | 'isNow' | 'isPast' | 'isYou' | 'lang'> {
  roles: string[];
}

/** A hospital lists the same person in a team and in a stay. Without a name, everyone is another person. */
const keyOf = ({ id, name, isYou, isPast }: Member) =>
  isYou ? `you ${isPast}` : name === null ? id : `${name.trim().toLocaleLowerCase()} ${isPast}`;

function merge(members: readonly Member[]): Person[] {
  const people = new Map<string, Person>();
  for (const { role, ...member } of members) {
    const key = keyOf({ role, ...member });
    const known = people.get(key);
    const roles = [...new Set([...(known?.roles ?? []), ...(role === null ? [] : [role])])];
    people.set(key, { ...member, ...known, isNow: member.isNow || known?.isNow === true, roles });
  }
  return [...people.values()];
}

/** Returns who attends the patient now, the rest of the team, and those who no longer belong to it. */
function peopleOf({ people }: CareTeam): { now: Person[]; present: Person[]; past: Person[] } {
  const all = merge(people);
  const present = all.filter(({ isPast }) => !isPast);
  const names = new Set(present.map(({ name }) => name));
  return {
    now: present.filter(({ isNow }) => isNow),
    present: present.filter(({ isNow }) => !isNow),
    past: all.filter(({ isPast, name }) => isPast && (name === null || !names.has(name))),
  };
}

/** Who looks after the patient: now, as their team, and in the past. */
export default function CareTeamScreen() {
  const t = useText(words);
  const { isOwn, firstName: name } = useProfile();
  return (
    <RecordScreen<CareTeam>
      title={isOwn ? t('careTeam.mine') : t('careTeam.theirs', { name })}
      part="care-team"
      isEmpty={({ people }) => people.length === 0}
      empty={{ title: t('careTeam.empty'), text: t('careTeam.emptyText'), icon: <Stethoscope /> }}
    >
      {(team) => <Team {...peopleOf(team)} />}
    </RecordScreen>
  );
}

function Team({ now, present, past }: ReturnType<typeof peopleOf>) {
  const t = useText(words);
  const { isOwn, firstName: name } = useProfile();
  return (
    <>
      <Stack as="section">
        <SectionTitle>{isOwn ? t('careTeam.now') : t('careTeam.nowTheirs', { name })}</SectionTitle>
        {now.length > 0 ? (
          <People people={now} />
        ) : (
          <Note>
            <p>{t('careTeam.nowUnknown')}</p>
          </Note>
        )}
      </Stack>
      <Section title={t('careTeam.present')} people={present} />
      <Section title={t('careTeam.past')} people={past} />
    </>
  );
}

function Section({ title, people }: { title: string; people: Person[] }) {
  if (people.length === 0) return null;
  return (
    <Stack as="section">
      <SectionTitle>{title}</SectionTitle>
      <People people={people} />
    </Stack>
  );
}

const People = ({ people }: { people: Person[] }) => (
  <Stack as="ul">
    {people.map((person) => (
      <PersonCard key={person.id} person={person} />
    ))}
  </Stack>
);

const Frame = styled(Card)`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: var(--space-3);

  > div {
    /* At 200 % text on a narrow phone the words need the whole width. */
    flex: 1 1 8em;
    min-inline-size: 0;
  }
  strong,
  p {
    overflow-wrap: anywhere;
  }
`;

const Nameless = styled.span`
  display: grid;
  flex: none;
  place-items: center;
  inline-size: 2.75rem;
  block-size: 2.75rem;
  border-radius: 50%;
  background: var(--sunken);
  color: var(--ink-soft);
`;

/** One person: initials, name, roles, and until when. A person without a name is called by their role. */
function PersonCard({ person: { name, roles, isYou, isPast, until, lang } }: { person: Person }) {
  const t = useText(words);
  const { isOwn, firstName } = useProfile();
  const shownName = isYou ? (isOwn ? t('careTeam.you') : firstName) : name;
  const role = roles.length > 0 && <HospitalText lang={lang}>{formatList(roles)}</HospitalText>;
  return (
    <Frame as="li">
      {shownName ? (
        <Avatar name={shownName} />
      ) : (
        <Nameless aria-hidden="true">
          <UserRound />
        </Nameless>
      )}
      <div>
        <strong>{shownName ?? role}</strong>
        {shownName ? role && <p>{role}</p> : <Soft>{t('careTeam.noName')}</Soft>}
        {isPast && until && (
          <Soft>
            {t('record.until')} <RecordDate at={until} />
          </Soft>
        )}
        <HospitalWordsNote lang={lang} />
      </div>
    </Frame>
  );
}
