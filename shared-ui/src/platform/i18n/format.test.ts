import { openPage, setRuntimeConfig } from '../../testing/index.ts';
import { runtimeConfig } from '../runtime.ts';
import { formatDate, formatMoment, formatParts, formatTime, fromHospitalTime, hospitalDay, MONTHS } from './format.ts';
import { setLocale } from './i18n.ts';

/** Neither the zone of the machine nor of Toronto; half an hour off, with daylight saving time. */
const openIn = (timeZone: string) => {
  openPage();
  setRuntimeConfig({ ...runtimeConfig(), timeZone });
};

beforeEach(() => openIn('America/St_Johns'));

test.each([
  ['2026-11-25T03:35:00Z', '12:05\u00a0a.m.', '0\u00a0h\u00a005'],
  ['2026-11-25T13:11:00Z', '9:41\u00a0a.m.', '9\u00a0h\u00a041'],
  ['2026-11-25T15:29:00Z', '11:59\u00a0a.m.', '11\u00a0h\u00a059'],
  ['2026-11-25T15:30:00Z', '12:00\u00a0p.m.', '12\u00a0h\u00a000'],
  ['2026-11-25T19:14:00Z', '3:44\u00a0p.m.', '15\u00a0h\u00a044'],
  ['2026-07-25T18:14:00Z', '3:44\u00a0p.m.', '15\u00a0h\u00a044'],
])(
  'formatTime formats %s in the hospital’s zone as Canadians write it: "%s", in French "%s"',
  (at, english, french) => {
    expect(formatTime(at)).toBe(english);
    setLocale('fr');
    expect(formatTime(at)).toBe(french);
  },
);

test('formatMoment formats a time of the hospital’s today as time of day, any other as day', () => {
  const now = new Date('2026-11-26T02:00:00Z');
  expect(formatMoment('2026-11-25T19:14:00Z', now)).toBe('3:44\u00a0p.m.');
  expect(formatMoment('2026-11-26T03:29:00Z', now)).toBe('11:59\u00a0p.m.');
  expect(formatMoment('2026-11-26T03:30:00Z', now)).toBe('Nov 26, 2026');
  expect(formatMoment('2026-11-25T03:00:00Z', now)).toBe('Nov 24, 2026');
});

test('a day without a time is the same day in every zone', () => {
  for (const zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
    openIn(zone);
    expect(formatDate('1958-03-14')).toBe('Mar 14, 1958');
    expect(hospitalDay('1958-03-14')).toBe('1958-03-14');
  }
});

test('fromHospitalTime reads a field in the hospital’s time', () => {
  expect(fromHospitalTime('2026-11-25T15:44')).toBe('2026-11-25T19:14:00.000Z');
});

test('an unknown zone leaves the phone’s, so that the page still opens', () => {
  openIn('Mars/Base');
  expect(formatTime(new Date(2026, 10, 25, 15, 44).toISOString())).toBe('3:44\u00a0p.m.');
});

test('a language that the browser doesn’t know has its own names of months, else days as in ISO 8601', () => {
  const long = { year: 'numeric', month: 'long', day: 'numeric' } as const;
  setLocale('pa');
  const known = Array.from({ length: 12 }, (_, month) =>
    formatParts(`2026-${`${month + 1}`.padStart(2, '0')}-15`, long),
  );
  expect(known).toEqual(MONTHS.pa?.map((name) => `15 ${name} 2026`));
  // As Chrome formats days in Punjabi.
  const formatters: { readonly format: unknown } = Intl.DateTimeFormat.prototype;
  jest.spyOn(formatters, 'format', 'get').mockReturnValue(() => '2026 M11 30');
  expect(formatDate('2026-11-30')).toBe('30 ਨਵੰਬਰ 2026');
  expect(formatParts('2026-11', { year: 'numeric', month: 'long' })).toBe('ਨਵੰਬਰ 2026');
  setLocale('uk');
  expect(formatDate('2026-11-30')).toBe('2026-11-30');
  expect(formatParts('2026-11', { year: 'numeric', month: 'long' })).toBe('2026-11');
});

test('days in Arabic name their month, which numbers would leave open', () => {
  setLocale('ar');
  expect(formatDate('2026-11-30')).toBe('30 نوفمبر 2026');
});
