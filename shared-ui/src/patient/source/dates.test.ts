import { runtimeConfig } from '../../platform/runtime.ts';
import { openPage, setLocale, setRuntimeConfig } from '../../testing/index.ts';
import { formatLastChecked, formatPlanned, formatRecordAge, formatRecordDate } from './dates.ts';

const openIn = (timeZone: string) => setRuntimeConfig({ ...runtimeConfig(), timeZone });

beforeEach(() => {
  openPage();
  openIn('America/St_Johns');
});

test.each([
  ['2026-11-26T03:29:00Z', 'Today, 11:59\u00a0p.m.', 'Aujourd’hui, 23\u00a0h\u00a059'],
  ['2026-11-26T19:00:00Z', 'Tomorrow, 3:30\u00a0p.m.', 'Demain, 15\u00a0h\u00a030'],
  ['2026-11-26', 'Tomorrow', 'Demain'],
  ['2026-11-27T19:00:00Z', 'Nov 27, 2026, 3:30\u00a0p.m.', '27 nov. 2026, 15\u00a0h\u00a030'],
])('formatPlanned formats %s as "%s", in French "%s"', (at, english, french) => {
  const now = Date.parse('2026-11-26T02:00:00Z');
  expect(formatPlanned(at, now)).toBe(english);
  setLocale('fr');
  expect(formatPlanned(at, now)).toBe(french);
});

test('formatPlanned says tomorrow across the days on which clocks change', () => {
  openIn('America/Toronto');
  const before = Date.parse('2026-10-31T23:30:00-04:00');
  expect(formatPlanned('2026-11-01T23:30:00-05:00', before)).toBe('Tomorrow, 11:30\u00a0p.m.');
  expect(formatPlanned('2026-03-08T23:30:00-04:00', Date.parse('2026-03-07T00:10:00-05:00'))).toBe(
    'Tomorrow, 11:30\u00a0p.m.',
  );
});

test('formatRecordAge counts the hospital’s days', () => {
  const now = Date.parse('2026-11-26T02:00:00Z');
  expect(formatRecordAge('2026-11-25T04:00:00Z', now)).toBeUndefined();
  expect(formatRecordAge('2026-11-25T03:00:00Z', now)).toBe('yesterday');
});

test('formatRecordDate names the same month and day in every zone', () => {
  for (const zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
    openIn(zone);
    expect(['1958-03-01', '1958-03'].map(formatRecordDate)).toEqual(['Mar 1, 1958', 'March 1958']);
  }
});

test('a browser without words for a distance in time gives the date', () => {
  jest.spyOn(Intl.RelativeTimeFormat.prototype, 'format').mockReturnValue('-1 d');
  const now = Date.parse('2026-11-26T02:00:00Z');
  expect(formatLastChecked('2026-11-26T00:00:00Z', now)).toBe('on 8:30\u00a0p.m.');
  expect(formatLastChecked('2026-11-25T00:00:00Z', now)).toBe('on Nov 24, 2026');
  expect(formatRecordAge('2026-11-20', now)).toBeUndefined();
  expect(formatPlanned('2026-11-26', now)).toBe('Nov 26, 2026');
});
