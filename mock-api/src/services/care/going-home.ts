/** The checklist for going home: what a patient takes along from the hospital, and what each reader has ticked. */
import { OWN_PROFILE } from 'shared-ui/contract';
import { type OpenRecord, openRecord, resolveRecord } from '../../access/record-access.ts';
import { type Locale, type MessageKey, translate } from '../../common/i18n.ts';
import { ProblemError } from '../../common/problems.ts';
import { languageIn } from '../../common/text/language.ts';
import type { GoingHome, PlanPoint, PointsTicked, PointTick } from '../../contract.ts';
import { isOver, listStoredCarePlans, type StoredCarePlan } from '../../repositories/care/care-plans.ts';
import { tickedPoints, tickPoint, untickPoint } from '../../repositories/care/navigator.ts';
import type { RecordItem } from '../../repositories/care/records.ts';
import { recordChanges, stayChange } from '../../repositories/changes.ts';
import { findStay, homePlanOf, type StayRow } from '../../repositories/desk/stays.ts';
import { stableId } from '../../security/secrets.ts';
import { withoutReported } from './medication-checks.ts';
import {
  allergiesOf,
  appointmentsToCome,
  itemsOf,
  type Reading,
  sourceOf,
  toAppointment,
  toMedication,
} from './records.ts';

/** Whose checklist it is, and the profile in that account. */
const ownerOf = ({ user, profileId }: Reading, { ownerId }: OpenRecord) =>
  ownerId === null ? { ownerId: user.id, profileId } : { ownerId, profileId: OWN_PROFILE };

/** Returns the plans for the time after the stay; without one, the newest plan. */
function plansForHome(plans: readonly StoredCarePlan[]): StoredCarePlan[] {
  const running = plans.filter(({ raw }) => !isOver(raw));
  const forHome = running.filter(({ raw }) => raw.isForDischarge);
  return forHome.length > 0 ? forHome : running.slice(0, 1);
}

function toPlan({ id, raw, body }: StoredCarePlan): GoingHome['plans'][number] {
  const points = body.carePlans.map(({ title, comments, kind }, index): PlanPoint => {
    const point = stableId('going-home', id, JSON.stringify(raw.carePlans[index]));
    return { point, kind: kind ?? 'advice', title, text: comments, lang: languageIn(raw.carePlans[index]) };
  });
  return { id, title: body.title, doctor: body.doctor, points };
}

/** Returns the name of an item's point, which changes with its content. */
const pointOf = ({ id, hash }: Pick<RecordItem, 'id' | 'hash'>) => stableId('going-home', id, hash);

/** Name of the point about whom to call. */
const CONTACTS = 'contacts';

/** Medications that a person has to know about at home. */
const AT_HOME: readonly string[] = ['current', 'do-not-take'];

const medicationsAtHome = (items: readonly RecordItem<'medication'>[]): RecordItem<'medication'>[] =>
  withoutReported(items.filter(({ body }) => AT_HOME.includes(body.state)));

type Points = Omit<GoingHome, 'ticked'>;
type Arranged = NonNullable<GoingHome['arranged']>;

/** Returns what staff have arranged for going home, as points. */
function arrangedIn(stay: StayRow | undefined): Arranged {
  const { ride, equipment = [], call } = homePlanOf(stay) ?? {};
  const texts: Omit<Arranged[number], 'point'>[] = [
    ...(ride === undefined ? [] : [{ kind: 'ride' as const, text: ride }]),
    ...equipment.map((text) => ({ kind: 'equipment' as const, text })),
    ...(call === undefined ? [] : [{ kind: 'call' as const, text: call }]),
  ];
  return texts.map((item) => ({ ...item, point: stableId('going-home', stay?.id ?? '', item.kind, item.text) }));
}

async function readPoints(reading: Reading, record: OpenRecord): Promise<Points> {
  const { db, locale } = reading;
  const { ownerId, profileId } = ownerOf(reading, record);
  const plans = await listStoredCarePlans(db, { userId: ownerId, profileId }, locale, record.scope);
  const medications = await itemsOf(reading, record, 'medication');
  const allergies = await itemsOf(reading, record, 'allergy');
  const appointments = record.areas.has('status') ? await appointmentsToCome(reading, record) : null;
  return {
    ...(await sourceOf(reading, record)),
    plans: plansForHome(plans).map(toPlan),
    medications: medicationsAtHome(medications).map((item) => ({ ...toMedication(item), point: pointOf(item) })),
    appointments: appointments?.map((item) => ({ ...toAppointment(item, record), point: pointOf(item) })) ?? null,
    allergies: {
      point: stableId('going-home', 'allergies', ...allergies.map(pointOf)),
      ...(await allergiesOf(reading, record)),
    },
    arranged: arrangedIn(profileId === OWN_PROFILE ? await findStay(db, ownerId) : undefined),
    contacts: { point: CONTACTS },
  };
}

/** A point with the title that staff read. */
interface NamedPoint {
  point: string;
  title: string;
}

function namedPoints(
  { plans, medications, appointments, arranged = [], allergies, contacts }: Points,
  locale: Locale,
): NamedPoint[] {
  const say = (key: MessageKey, name = '') => translate(locale, key, { name });
  return [
    ...plans.flatMap(({ points }) => points),
    ...medications.map(({ point, name, state }) => ({
      point,
      title: state === 'do-not-take' ? say('ownData.avoid', name) : name,
    })),
    ...(appointments ?? []).map(({ point, name }) => ({ point, title: name })),
    ...arranged.map(({ point, kind, text }) => ({ point, title: translate(locale, `ownData.home.${kind}`, { text }) })),
    { ...contacts, title: say('ownData.knowsContacts') },
    { point: allergies.point, title: say('ownData.knowsAllergies') },
  ];
}

/** Returns a patient's own checklist for staff: its points, and the names of those that the patient has ticked. */
export async function patientChecklist(
  reading: Omit<Reading, 'profileId'>,
): Promise<{ points: NamedPoint[]; ticked: ReadonlySet<string> }> {
  const { db, user, locale } = reading;
  const record: OpenRecord = { ownerId: user.id, scope: 'all', areas: new Set(AREAS) };
  const points = namedPoints(await readPoints({ ...reading, profileId: OWN_PROFILE }, record), locale);
  const ticked = new Set(await tickedPoints(db, { readerId: user.id, ownerId: user.id }));
  return { points, ticked: new Set(points.map(({ point }) => point).filter((point) => ticked.has(point))) };
}

const pointsOf = ({ plans, medications, appointments, arranged = [], allergies, contacts }: Points): string[] =>
  [
    ...plans.flatMap(({ points }) => points),
    ...medications,
    ...(appointments ?? []),
    ...arranged,
    allergies,
    contacts,
  ].map(({ point }) => point);

/** The checklist needs the first; appointments on it need the other, too. */
const AREAS = ['care', 'status'] as const;
/** @throws ProblemError NOT_FOUND or NOT_SHARED */
export async function readGoingHome(reading: Reading): Promise<GoingHome> {
  const { db, user, profileId } = reading;
  await resolveRecord(db, user, profileId, ['care']);
  const record = await openRecord(db, user, profileId, { areas: AREAS, object: 'going-home' });
  const points = await readPoints(reading, record);
  const known = new Set(pointsOf(points));
  const ticked = await tickedPoints(db, { readerId: user.id, ownerId: ownerOf(reading, record).ownerId });
  return { ...points, ticked: ticked.filter((point) => known.has(point)) };
}

/** @throws ProblemError NOT_FOUND for a point that is not (or no longer) on the checklist, NOT_SHARED */
export async function setPoint(reading: Reading, { point, isTicked }: PointTick): Promise<PointsTicked> {
  const { db, user, profileId } = reading;
  await resolveRecord(db, user, profileId, ['care']);
  const record = await resolveRecord(db, user, profileId, AREAS);
  const known = pointsOf(await readPoints(reading, record));
  if (!known.includes(point)) throw new ProblemError('NOT_FOUND');
  const ticks = { readerId: user.id, ownerId: ownerOf(reading, record).ownerId };
  await db.transaction().execute(async (trx) => {
    if (isTicked) await tickPoint(trx, ticks, point);
    else await untickPoint(trx, ticks, point);
    // Staff see how far the patient is, not what supporters have read.
    if (ticks.readerId === ticks.ownerId) await recordChanges(trx, [stayChange(ticks.ownerId)]);
  });
  const ticked = await tickedPoints(db, ticks);
  return { ticked: ticked.filter((stored) => known.includes(stored)) };
}
