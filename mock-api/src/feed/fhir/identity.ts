/** Who and which stay a message is about: by numbers, never by names. */
import type { Hl7Segment } from '@medplum/core';
import { stableId } from '../../security/secrets.ts';
import { type FieldValue, fieldOf, repetitionsOf } from '../message.ts';
import type { FeedIdentifier, FeedReading } from './reading.ts';
import { dateOf } from './time.ts';

function identifierIn(field: FieldValue): FeedIdentifier | undefined {
  const value = field.text(1);
  return value === undefined ? undefined : { value, authority: field.text(4, 1) ?? '' };
}

export const isSameIdentifier = (one: FeedIdentifier, other: FeedIdentifier): boolean =>
  one.value === other.value && one.authority === other.authority;

/** Returns the id of a resource: the same for the same parts. */
export const resourceId = (...parts: readonly string[]): string => stableId('feed', ...parts);

export const patientKey = ({ authority, value }: FeedIdentifier): string =>
  `Patient/${resourceId('patient', authority, value)}`;

export const identifierResource = ({ value, authority }: FeedIdentifier, type: string) => ({
  type: { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v2-0203', code: type }] },
  value,
  ...(authority !== '' && { assigner: { display: authority } }),
});

/** Returns the record numbers in a field: those of the wanted type or, if none has a type, a single one. */
function recordNumbers(
  segment: Hl7Segment | undefined,
  field: number,
  { identifierType, sentAt }: FeedReading,
): FeedIdentifier[] {
  const all = repetitionsOf(segment, field);
  const typed = all.filter((one) => one.text(5) === identifierType);
  const untyped = all.filter((one) => one.text(1) !== undefined && one.text(5) === undefined);
  const chosen = typed.length === 0 && untyped.length === 1 ? untyped : typed;
  const today = dateOf(sentAt);
  const isOver = (one: FieldValue) => today !== undefined && (dateOf(one.text(8)) ?? '9999') < today;
  const found = chosen.filter((one) => !isOver(one)).flatMap((one) => identifierIn(one) ?? []);
  return found.filter((one, index) => found.findIndex((other) => isSameIdentifier(one, other)) === index);
}

export type IdentityFault = 'no record number' | 'several record numbers';

/** Returns the only number or, of several, the only one of the facility that sent the message. */
function onlyOne(found: readonly FeedIdentifier[], { facility }: FeedReading): FeedIdentifier | IdentityFault {
  const own = found.length > 1 ? found.filter(({ authority }) => authority === facility) : found;
  const [only, ...others] = own;
  if (only && others.length === 0) return only;
  return found.length === 0 ? 'no record number' : 'several record numbers';
}

/** Returns the number by which a person goes on being known (PID-3), without those that MRG-1 retires. */
export function personIn(
  pid: Hl7Segment | undefined,
  reading: FeedReading,
  retired: readonly FeedIdentifier[] = [],
): FeedIdentifier | IdentityFault {
  const found = recordNumbers(pid, 3, reading);
  return onlyOne(
    found.filter((one) => !retired.some((other) => isSameIdentifier(one, other))),
    reading,
  );
}

/** Returns the numbers that a merge retires (MRG-1). */
export const retiredIn = (mrg: Hl7Segment | undefined, reading: FeedReading): FeedIdentifier[] =>
  recordNumbers(mrg, 1, reading);

/** Returns the number of a stay (PV1-19); null without one. */
export const stayIn = (pv1: Hl7Segment | undefined): FeedIdentifier | null => identifierIn(fieldOf(pv1, 19)) ?? null;
