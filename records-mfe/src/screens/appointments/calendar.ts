import type { AppointmentItem } from 'mock-api/contract';

/** What goes into a calendar: only what the screen shows. */
export interface CalendarEntry extends Pick<AppointmentItem, 'id' | 'name' | 'start' | 'end' | 'place'> {
  /** The hospital. */
  hospital: string;
  /** With whom, as the screen says it. */
  details: string;
}

const CRLF = '\r\n';
/** Longest line in octets (RFC 5545, 3.1). */
const LINE_OCTETS = 75;

/** Escapes a text (RFC 5545, 3.3.11). Control characters, which texts must not have, become spaces. */
const escaped = (text: string): string =>
  text
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\r\n|\r|\n/g, '\\n')
    .replace(/\p{Cc}/gu, ' ');

const encoder = new TextEncoder();

/** Folds a line after at most 75 octets, never inside a character. */
function folded(line: string): string {
  const lines = [''];
  let octets = 0;
  for (const character of line) {
    const length = encoder.encode(character).length;
    if (octets + length > LINE_OCTETS) {
      lines.push(' ');
      octets = 1;
    }
    lines[lines.length - 1] += character;
    octets += length;
  }
  return lines.join(CRLF);
}

/** Returns a property with a time in UTC, which every calendar shows in its own zone; or with a day. */
const timeOf = (property: string, at: string): string =>
  at.length === 10
    ? `${property};VALUE=DATE:${at.replaceAll('-', '')}`
    : `${property}:${new Date(at).toISOString().replace(/[-:]|\.\d{3}/g, '')}`;

/**
 * Returns an appointment as an iCalendar file (RFC 5545). Adding it again replaces it: its id stays the same.
 * @param now milliseconds since 1970
 */
export function calendarFile({ id, name, start, end, place, hospital, details }: CalendarEntry, now: number): string {
  const properties = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Lodestar//Appointments//EN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${escaped(id)}@lodestar`,
    timeOf('DTSTAMP', new Date(now).toISOString()),
    start && timeOf('DTSTART', start),
    // A calendar refuses an end that is not after the start.
    start && end && end > start && end.length === start.length && timeOf('DTEND', end),
    `SUMMARY:${escaped(name)}`,
    `LOCATION:${escaped([place, hospital].filter(Boolean).join(', '))}`,
    details && `DESCRIPTION:${escaped(details)}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return properties
    .filter((line): line is string => Boolean(line))
    .map((line) => folded(line) + CRLF)
    .join('');
}
