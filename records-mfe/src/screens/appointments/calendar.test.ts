import { calendarFile } from './calendar.ts';

const entry = {
  id: 'a1',
  name: 'Physiotherapy',
  start: '2026-12-10T20:30:00.000Z',
  end: '2026-12-10T21:00:00.000Z',
  place: 'Level 4',
  hospital: 'Northside General Hospital',
  details: 'With Dr. Amara Osei',
};
const NOW = Date.parse('2026-11-29T10:00:00.500Z');

test('calendarFile has the appointment in UTC, which calendars show in their own zone', () => {
  expect(calendarFile(entry, NOW)).toBe(
    [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Lodestar//Appointments//EN',
      'METHOD:PUBLISH',
      'BEGIN:VEVENT',
      'UID:a1@lodestar',
      'DTSTAMP:20261129T100000Z',
      'DTSTART:20261210T203000Z',
      'DTEND:20261210T210000Z',
      'SUMMARY:Physiotherapy',
      'LOCATION:Level 4\\, Northside General Hospital',
      'DESCRIPTION:With Dr. Amara Osei',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ].join('\r\n'),
  );
});

test('calendarFile leaves out an end that is unknown or not after the start, and takes a day without a time', () => {
  for (const end of [null, entry.start, '2026-12-11'])
    expect(calendarFile({ ...entry, end }, NOW)).not.toContain('DTEND');
  expect(calendarFile({ ...entry, start: '2026-12-10', end: null }, NOW)).toContain(
    '\r\nDTSTART;VALUE=DATE:20261210\r\n',
  );
});

test('calendarFile escapes texts, so that none adds a property', () => {
  const file = calendarFile({ ...entry, name: 'A; B, C\\D\r\nATTENDEE:x\u0007', place: null, details: '' }, NOW);
  expect(file).toContain('\r\nSUMMARY:A\\; B\\, C\\\\D\\nATTENDEE:x \r\n');
  expect(file).not.toMatch(/\r\nATTENDEE/);
  expect(file).not.toContain('DESCRIPTION');
});

test('calendarFile folds lines after 75 octets, between characters', () => {
  const name = `${'é'.repeat(60)}😀${'—'.repeat(30)}`;
  const file = calendarFile({ ...entry, name }, NOW);
  const lines = file.split('\r\n');
  expect(Math.max(...lines.map((line) => new TextEncoder().encode(line).length))).toBeLessThanOrEqual(75);
  expect(file.replaceAll('\r\n ', '')).toContain(`SUMMARY:${name}\r\n`);
});
