import type {
  AppointmentItem,
  CareRequest,
  GoingHome,
  MedicationItem,
  PointsTicked,
  PointTick,
} from 'mock-api/contract';
import { call, formatDate, formatTime, readThrough } from 'shared-ui';
import { clockTimes, formatList } from 'shared-ui/details';
import { defineCatalogue } from 'shared-ui/languages';
import { formatPhone } from '../../components/WhomToCall.tsx';
import en from '../../locales/going-home.en.json';
import { words as recordWords } from '../../words-records.ts';

/** Texts of the checklist for going home. */
export const words = defineCatalogue(
  'records-mfe/going-home',
  en,
  (tag) => import(`../../locales/going-home.${tag}.json`),
);

/** A point of the checklist, ready to read. */
export interface ChecklistPoint {
  /** The server's name of the point. */
  point: string;
  title: string;
  lines: string[];
  /** Language of the hospital's words (BCP 47), if it is known. */
  lang: string | null;
}

/** Sections in the order of the screen and of the printed page. */
const SECTIONS = ['warnings', 'arranged', 'medications', 'appointments', 'contacts', 'allergies', 'advice'] as const;
type SectionName = (typeof SECTIONS)[number];

export interface ChecklistSection {
  name: SectionName;
  points: ChecklistPoint[];
}

/** Whom to call, as the hospital's brand file says. */
interface Contacts {
  supportPhones: readonly { number: string; extension: string }[];
  supportEmail: string;
}

const t = words.text;
const filled = (lines: readonly (string | null | false)[]) => lines.filter((line): line is string => Boolean(line));

const isToAvoid = ({ state }: MedicationItem) => state === 'do-not-take';

function describeMedication(item: MedicationItem & { point: string }): ChecklistPoint {
  const { point, name, lang, how, times, for: reasons, notes, why, basis } = item;
  const lines = filled([
    ...how,
    times.length > 0 && t('point.times', { times: formatList(clockTimes(times)) }),
    reasons.length > 0 && t('point.for', { reasons: formatList(reasons) }),
    basis === 'reported' && t('point.reported'),
    ...why,
    ...notes,
  ]);
  return { point, title: isToAvoid(item) ? t('point.avoid', { name }) : name, lines, lang };
}

function describeAppointment(item: AppointmentItem & { point: string }): ChecklistPoint {
  const { point, name, lang, start, place, people } = item;
  const lines = filled([
    start && t('point.moment', { day: formatDate(start), time: formatTime(start) }),
    place,
    people.length > 0 && t('point.with', { people: formatList(people) }),
  ]);
  return { point, title: name, lines, lang };
}

function describeContacts(point: string, { supportPhones, supportEmail }: Contacts): ChecklistPoint {
  const lines = [recordWords.text('call.emergency'), ...supportPhones.map(formatPhone), supportEmail];
  return { point, title: t('point.contacts'), lines, lang: null };
}

function describeAllergies({ point, statement, conflict, items }: GoingHome['allergies']): ChecklistPoint {
  const names = items
    .filter(({ state }) => state !== 'past')
    .map(({ name, isCertain, reactions }) => {
      const found = reactions.map((reaction) => reaction.name);
      const full = found.length > 0 ? t('point.reaction', { name, reactions: formatList(found) }) : name;
      return isCertain ? full : t('point.unsure', { name: full });
    });
  const known = filled([conflict, ...names, statement]);
  const [lang = null] = items.map((item) => item.lang);
  return {
    point,
    title: t('point.allergies'),
    lines: known.length > 0 ? known : [t('none.allergies')],
    lang: known.length > 0 ? lang : null,
  };
}

/** Returns the checklist's sections in the reader's language; parts that are not shared are left out. */
export function sectionsOf(goingHome: GoingHome, contacts: Contacts): ChecklistSection[] {
  const { plans, medications, appointments, arranged = [], allergies } = goingHome;
  const lines = plans.flatMap(({ points }) => points);
  const planPoints = (isWarning: boolean) =>
    lines
      .filter(({ kind }) => (kind === 'warning') === isWarning)
      .map(({ point, title, text, lang }) => ({ point, title, lines: filled([text]), lang }));
  const points: Record<SectionName, ChecklistPoint[] | null> = {
    warnings: [...planPoints(true), ...medications.filter(isToAvoid).map(describeMedication)],
    arranged: arranged.map(({ point, kind, text }) => ({
      point,
      title: t(`point.arranged.${kind}`),
      lines: [text],
      lang: null,
    })),
    medications: medications.filter((item) => !isToAvoid(item)).map(describeMedication),
    appointments: appointments?.map(describeAppointment) ?? null,
    contacts: [describeContacts(goingHome.contacts.point, contacts)],
    allergies: [describeAllergies(allergies)],
    advice: planPoints(false),
  };
  return SECTIONS.flatMap((name) => {
    const shown = points[name];
    const isOptional = name === 'warnings' || name === 'arranged' || name === 'advice';
    return shown === null || (isOptional && shown.length === 0) ? [] : [{ name, points: shown }];
  });
}

/** Whether the hospital has sent nothing that a person needs at home. */
export const isNothing = ({ plans, medications, appointments, arranged = [], allergies }: GoingHome): boolean =>
  plans.length + arranged.length + medications.length + (appointments?.length ?? 0) + allergies.items.length === 0;

/** Most characters of a request that the API accepts. */
const REQUEST_LENGTH = 2000;
/** Most characters that a person may add to a point. */
export const OWN_LENGTH = 1000;

/** Returns the text of a request about a point: what it says, then what the person has typed. */
export function requestText({ title, lines }: ChecklistPoint, typed: string): string {
  const own = typed.trim();
  const quote = t('ask.text', { point: [title, ...lines].join('; ') });
  const space = REQUEST_LENGTH - own.length - 2;
  const shown = quote.length > space ? `${quote.slice(0, space - 1)}…` : quote;
  return own === '' ? shown : `${shown}\n\n${own}`;
}

/** What requests about a point of the checklist are about, in the API. */
export const POINT_TYPE = 'going-home';

/** Saves whether the user has ticked a point. @throws ApiFailure with status 404 if the point has changed */
export const saveTick = (profileId: number, tick: PointTick) =>
  call<PointsTicked>('post', `v1/profiles/${profileId}/going-home`, tick);

const requestsOf = (profileId: number) => `v1/profiles/${profileId}/requests`;

/** Fetches a profile's requests, newest first. */
export const fetchRequests = (profileId: number) => readThrough<CareRequest[]>(requestsOf(profileId));

export const askAboutPoint = (profileId: number, point: string, text: string) =>
  call<CareRequest>('post', requestsOf(profileId), {
    kind: 'question',
    about: { type: POINT_TYPE, id: point },
    text,
  });
