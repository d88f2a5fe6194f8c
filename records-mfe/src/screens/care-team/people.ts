import type { CareTeam } from 'mock-api/contract';

type Member = CareTeam['people'][number];

/** A member of the care team, once, with all their roles. */
export interface Person extends Pick<Member, 'id' | 'name' | 'until' | 'isNow' | 'isPast' | 'isYou' | 'lang'> {
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
export function peopleOf({ people }: CareTeam): { now: Person[]; present: Person[]; past: Person[] } {
  const all = merge(people);
  const present = all.filter(({ isPast }) => !isPast);
  const names = new Set(present.map(({ name }) => name));
  return {
    now: present.filter(({ isNow }) => isNow),
    present: present.filter(({ isNow }) => !isNow),
    past: all.filter(({ isPast, name }) => isPast && (name === null || !names.has(name))),
  };
}
