import type { Day } from 'mock-api/contract';
import { hospitalDay, hospitalTime } from 'shared-ui/details';

type Medication = NonNullable<Day['medications']>[number];
type Administration = NonNullable<Day['given']>[number];

/** A dose of today. `past`: its time is over, and the record doesn't say whether it was given. */
export interface Dose {
  name: string;
  /** Time of day as HH:mm: when it was given, else when it is planned. */
  clock: string;
  state: 'given' | 'not-given' | 'past' | 'next' | 'later';
}

const CLOCK = /^([01]\d|2[0-3]):[0-5]\d/;
export const isClock = (time: string): boolean => CLOCK.test(time);

const minutesOf = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));
const minutesBetween = (one: string, other: string) => Math.abs(minutesOf(one) - minutesOf(other));

/** How far from its planned time a dose may be given to count as that dose (minutes). */
const MATCH_MINUTES = 120;

const keyOf = (name: string) => name.trim().toLowerCase();

type Open = Pick<Dose, 'name' | 'clock'>;

/** Removes and returns the planned dose that an administration is nearest to, if one is near enough. */
function takeNearest(planned: Open[], { name, clock }: Open): Open | undefined {
  const near = planned.filter(
    (dose) => keyOf(dose.name) === keyOf(name) && minutesBetween(dose.clock, clock) <= MATCH_MINUTES,
  );
  near.sort((one, other) => minutesBetween(one.clock, clock) - minutesBetween(other.clock, clock));
  const [nearest] = near;
  if (nearest) planned.splice(planned.indexOf(nearest), 1);
  return nearest;
}

function plannedOf(medications: readonly Medication[]): Open[] {
  const doses = new Map<string, Open>();
  // A hospital may list a medication twice, as ordered and as reported.
  for (const { name, times } of medications)
    for (const clock of times.filter(isClock).map((time) => time.slice(0, 5)))
      doses.set(`${clock} ${keyOf(name)}`, { name, clock });
  return [...doses.values()];
}

/**
 * Returns today's doses at the hospital, in order of time. Only what the record says is given or not given; the others
 * are past or to come by the clock.
 * @param now milliseconds since 1970
 */
export function dosesOf(
  medications: readonly Medication[],
  administrations: readonly Administration[],
  now: number,
): Dose[] {
  const local = hospitalTime(now);
  const [today, present] = [local.slice(0, 10), local.slice(11)];
  const planned = plannedOf(medications);
  const doses: Dose[] = [];
  for (const { name, at, isGiven } of administrations.filter((one) => hospitalDay(one.at) === today)) {
    const clock = hospitalTime(at).slice(11);
    const dose = takeNearest(planned, { name, clock });
    if (isGiven) doses.push({ name, clock, state: 'given' });
    // Without its plan, nothing says when it would have been given.
    else if (dose) doses.push({ ...dose, state: 'not-given' });
  }
  const next = planned
    .map(({ clock }) => clock)
    .filter((clock) => clock >= present)
    .sort()[0];
  for (const dose of planned) {
    const state = dose.clock < present ? 'past' : dose.clock === next ? 'next' : 'later';
    doses.push({ ...dose, state });
  }
  return doses.sort((one, other) => (one.clock < other.clock ? -1 : one.clock > other.clock ? 1 : 0));
}
