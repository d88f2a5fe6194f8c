/** Follows a patient's stay in the hospital's system (Encounter): it begins, ends and goes on here as it does there. */
import { Compile } from 'typebox/schema';
import { DAY, now } from '../common/clock.ts';
import type { Trx } from '../db/schema.ts';
import { findAnyUser, PATIENT } from '../repositories/accounts/users.ts';
import { findStay, insertStay, type StayRow, toStay, updateStay } from '../repositories/desk/stays.ts';
import { beginStay, endStay, resumeStay } from '../timeline/stays.ts';
import type { Resource } from './fhir/datatypes.ts';
import { isSensitive, isWithdrawn, keyOf } from './fhir/references.ts';
import { asMoment, readTime } from './fhir/time.ts';
import { type EncounterResource, EncounterSchema } from './map/visit/map.ts';

/** Classes of stays in a bed (HL7 v3 ActCode). */
const CLASSES: readonly string[] = ['IMP', 'ACUTE', 'NONAC', 'OBSENC'];
const RUNNING: readonly string[] = ['arrived', 'triaged', 'in-progress', 'onleave'];

interface Encounter {
  key: string;
  isRunning: boolean;
  /** ISO times; null if not known. */
  start: string | null;
  end: string | null;
}

/** Compiled for the first encounter: a process without a FHIR server has none. */
let validator: ReturnType<typeof Compile<typeof EncounterSchema>> | undefined;

const momentOf = (written: string | undefined): string | null => {
  const time = readTime(written);
  return time === null ? null : asMoment(time);
};

/** Returns the patient's own stays in a bed, by their beginning. Sensitive ones are left to the desk. */
function encountersOf(resources: ReadonlyMap<string, Resource>, patient: string, source: string): Encounter[] {
  const found = [...resources].flatMap(([key, resource]): Encounter[] => {
    if (!key.startsWith('Encounter/') || isWithdrawn(resource) || isSensitive(resource)) return [];
    validator ??= Compile(EncounterSchema);
    if (!validator.Check(resource)) return [];
    const { class: kind, period, status = '', subject } = resource as Resource & EncounterResource;
    const isRunning = RUNNING.includes(status);
    const isStay = CLASSES.includes(kind?.code ?? '') && (isRunning || status === 'finished');
    if (!isStay || keyOf(subject?.reference) !== patient) return [];
    return [{ key: `${source}/${key}`, isRunning, start: momentOf(period?.start), end: momentOf(period?.end) }];
  });
  return found.toSorted((one, other) => ((one.start ?? '') < (other.start ?? '') ? -1 : 1));
}

/** Returns whether a finished encounter is the stay that began at the desk at about the same time. */
function isSame({ isRunning, start, end }: Encounter, { admitted_at: admitted }: StayRow): boolean {
  if (isRunning || start === null || end === null || admitted === null) return false;
  return Math.abs(Date.parse(start) - Date.parse(admitted)) <= DAY && end > admitted;
}

/** Returns the encounter of a stay: the one that it had before, else the running one, else one that is the same stay. */
function encounterOf(stay: StayRow | undefined, encounters: readonly Encounter[]): Encounter | undefined {
  const named = encounters.find(({ key }) => key === stay?.source_key);
  if (named) return named;
  const running = encounters.findLast(({ isRunning }) => isRunning);
  return running ?? (stay && encounters.findLast((encounter) => isSame(encounter, stay)));
}

/** The desk's word counts: what it has discharged is not resumed, and an earlier stay never ends the present one. */
async function follow(trx: Trx, userId: string, encounters: readonly Encounter[]): Promise<void> {
  const user = await findAnyUser(trx, userId);
  if (user?.role_type !== PATIENT) return;
  const stay = await findStay(trx, userId);
  const next = encounters.findLast(({ isRunning }) => isRunning);
  const isOver = stay !== undefined && stay.state !== 'admitted';
  const isLater = next?.start && next.start > (stay?.discharged_at ?? '') && next.key !== stay?.source_key;
  if (next && isLater && (isOver || toStay(user, stay) === null))
    return void (await beginStay(trx, userId, next.start ?? now(), { source_key: next.key }));
  const own = encounterOf(stay, encounters);
  if (!own) return;
  if (isOver) {
    const isResumed = own.isRunning && own.key === stay.source_key && stay.discharged_by === null;
    if (isResumed) await resumeStay(trx, user, stay);
    return;
  }
  const named = { source_key: own.key, admitted_at: stay?.admitted_at ?? own.start };
  if (!stay) await insertStay(trx, { user_id: userId, state: 'admitted', ...named });
  else if (stay.source_key !== own.key) await updateStay(trx, stay.id, named);
  const at = own.end !== null && own.end < now() ? own.end : now();
  if (!own.isRunning) await endStay(trx, user, await findStay(trx, userId), { at, by: null });
}

/** Follows the stays of a record that was read, as part of the transaction that stored it. */
export async function followStays(
  trx: Trx,
  { userId, source, patient }: { userId: string; source: string; patient: string },
  resources: ReadonlyMap<string, Resource>,
): Promise<void> {
  const encounters = encountersOf(resources, patient, source);
  if (encounters.length > 0) await follow(trx, userId, encounters);
}
