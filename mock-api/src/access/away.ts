/** While a patient's next step takes them elsewhere: then supporters may ask to be notified of the return. */
import { after, HOUR, MINUTE } from '../common/clock.ts';
import type { AwaySpan, Notification } from '../contract.ts';
import type { UserRow } from '../repositories/accounts/users.ts';

/** People are fetched before the time. */
const EARLY = 15 * MINUTE;
/** How long home shows a step after its time. */
const LATE = HOUR;
/** How long a step without a time counts as going on. */
const WITHOUT_TIME = 12 * HOUR;

/** Returns whether a place is where the patient lies: it names the room or the ward. */
function isOwnPlace(place: string, { room, ward }: Pick<UserRow, 'room' | 'ward'>): boolean {
  const words = place.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  return [room, ward].some((own) => own && words.includes(own.toLowerCase()));
}

/** Returns from when until when a step takes a patient elsewhere, as far as is known: it names another place. */
export function awaySpanOf(
  { place, at, delay, createdAt }: Notification,
  patient: Pick<UserRow, 'room' | 'ward'>,
): AwaySpan | undefined {
  if (place === undefined || isOwnPlace(place, patient)) return undefined;
  if (at === undefined) return { from: createdAt, until: after(WITHOUT_TIME, createdAt) };
  const expected = after((delay?.minutes ?? 0) * MINUTE, at);
  return { from: after(-EARLY, expected), until: after(LATE, expected) };
}

/** Returns whether a span is going on. */
export function isNow({ from, until }: AwaySpan): boolean {
  const time = Date.now();
  return Date.parse(from) <= time && time <= Date.parse(until);
}
