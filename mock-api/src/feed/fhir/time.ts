/** Times of HL7 version 2 as FHIR's: as precise as they were written, on the clock of the hospital. */
import { localTime, timeOfLocal } from 'shared-ui/contract/zone';
import type { FieldValue } from '../message.ts';

const WRITTEN =
  /^(?<year>\d{4})(?:(?<month>\d\d)(?:(?<day>\d\d)(?:(?<hour>\d\d)(?:(?<minute>\d\d)(?:(?<second>\d\d)(?<fraction>\.\d{1,4})?)?)?)?)?)?(?<zone>[+-]\d\d:?\d\d)?$/;
/** Some senders write ISO 8601. */
const ISO = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d+))?)?(Z|[+-]\d\d:?\d\d)?)?$/;

function compact(written: string): string {
  const [iso, year, month, day, hour = '', minute = '', second = '', fraction, zone = ''] = ISO.exec(written) ?? [];
  if (iso === undefined) return written;
  const part = fraction === undefined ? '' : `.${fraction.slice(0, 3)}`;
  return `${year}${month}${day}${hour}${minute}${second}${part}${zone.replace('Z', '+0000')}`;
}

const isReal = (year: string, month: string, day: string): boolean => {
  const at = new Date(`${year}-${month}-${day}T00:00:00Z`);
  return year !== '0000' && !Number.isNaN(at.getTime()) && at.getUTCDate() === Number(day);
};

const MINUTE = 60_000;

/** Returns a written offset in minutes. */
function offsetOf(zone: string): number {
  const [hours, minutes] = [Number(zone.slice(1, 3)), Number(zone.slice(-2))];
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes);
}

/** Returns a time in ms to the minute as ISO 8601 with the offset of a zone. */
function inZone(at: number, seconds: string, zone: string | undefined): string {
  const local = localTime(at, zone);
  const offset = (Date.parse(`${local}Z`) - at) / MINUTE;
  const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60];
  const two = (count: number) => String(count).padStart(2, '0');
  return `${local}:${seconds}${offset < 0 ? '-' : '+'}${two(hours)}:${two(minutes)}`;
}

/** Returns the date in a time, as precise as it was written: YYYY, YYYY-MM or YYYY-MM-DD. */
export function dateOf(written: string | undefined): string | undefined {
  const { year, month, day } = WRITTEN.exec(compact(written ?? ''))?.groups ?? {};
  if (year === undefined || year === '0000') return undefined;
  // Some senders write "00" for what they don't know.
  if (month === undefined || month === '00') return year;
  if (!isReal(year, month, '01')) return undefined;
  if (day === undefined || day === '00') return `${year}-${month}`;
  return isReal(year, month, day) ? `${year}-${month}-${day}` : undefined;
}

/**
 * Returns a time for FHIR: one without a zone is the hospital's. What is less precise than a minute is a date. Undefined
 * for what is no time.
 * @param zone IANA name; undefined: the zone of the machine
 */
export function timeOf(written: string | undefined, zone: string | undefined): string | undefined {
  const date = dateOf(written);
  const { hour, minute, second = '00', fraction = '', zone: own } = WRITTEN.exec(compact(written ?? ''))?.groups ?? {};
  if (date === undefined || hour === undefined || minute === undefined) return date;
  // What no clock ever showed is only kept as a date.
  if (date < '1800' || date > '9998') return date;
  if (date.length < 10 || hour > '23' || minute > '59' || second > '59') return undefined;
  const local = `${date}T${hour}:${minute}`;
  const at = own === undefined ? timeOfLocal(local, zone) : Date.parse(`${local}Z`) - offsetOf(own) * MINUTE;
  return inZone(at, `${second}${fraction}`, zone);
}

const DIGITS: ReadonlyMap<string | undefined, number> = new Map([
  ['Y', 4],
  ['L', 6],
  ['D', 8],
]);

/** Returns the time in a field; its second component may say that not all digits count. */
export function fieldTime(field: FieldValue, zone: string | undefined): string | undefined {
  return timeOf(field.text(1)?.slice(0, DIGITS.get(field.text(2)) ?? 40), zone);
}

/** Returns a time of day, as precise as it was written; undefined for one that is less precise than a minute. */
export function timeOfDay(written: string): string | undefined {
  const [, hour = '', minute = '', second] = /^(\d\d):?(\d\d)(?::?(\d\d)(?:\.\d+)?)?$/.exec(written) ?? [];
  if (hour === '' || hour > '23' || minute > '59' || (second ?? '00') > '59') return undefined;
  return [hour, minute, ...(second === undefined ? [] : [second])].join(':');
}
