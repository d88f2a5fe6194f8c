import { render, screen } from '@testing-library/react';
import { setLocale } from '../../testing/index.ts';
import { ScreenHeading } from '../../ui/components/index.ts';
import { formatRecordAge, formatRecordDate } from './dates.ts';
import { directionOf, HospitalHeading, HospitalText, HospitalWordsNote } from './HospitalText.tsx';
import { RecordSourceLine, type RecordSourceLineProps } from './RecordSourceLine.tsx';

const name = 'Northside General Hospital';
const checked = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

beforeEach(() => setLocale('en'));

test.each<[RecordSourceLineProps['source']['state'], number | null, string]>([
  ['ok', 0, `From ${name}, checked just now.`],
  ['ok', -3, `From ${name}, checked just now.`],
  ['ok', 5, `From ${name}, checked 5 minutes ago.`],
  ['ok', 61, `From ${name}, checked 1 hour ago.`],
  ['late', 60 * 49, `From ${name}, last checked 2 days ago. There may be newer information.`],
  ['never', null, `Not connected to ${name} yet.`],
])('RecordSourceLine says where it comes from and how old it is: %s, %s min', (state, minutes, text) => {
  const checkedAt = minutes === null ? null : checked(minutes);
  render(<RecordSourceLine source={{ name, checkedAt, state }} />);
  expect(screen.getByText(text)).toBeVisible();
});

test('RecordSourceLine speaks French', () => {
  setLocale('fr');
  render(<RecordSourceLine source={{ name, checkedAt: checked(5), state: 'ok' }} />);
  expect(screen.getByText(`Source : ${name}. Données vérifiées il y a 5 minutes.`)).toBeVisible();
});

test.each([
  ['2012', '2012'],
  ['2012-03', 'March 2012'],
  ['2012-03-01', 'Mar 1, 2012'],
])('formatRecordDate is as precise as the hospital: %s', (at, text) => {
  expect(formatRecordDate(at)).toBe(text);
});

const now = new Date(2026, 10, 26, 12).getTime();

test.each([
  ['2026-11-26', undefined],
  ['2026-12-24', undefined],
  ['2026-11', undefined],
  ['2026', undefined],
  ['2026-11-25', 'yesterday'],
  ['2026-10-27', '30 days ago'],
  ['2026-10-26', '1 month ago'],
  ['2025-11-27', '11 months ago'],
  ['2026-03', '8 months ago'],
  ['2012', '14 years ago'],
  ['2020-11-26', '6 years ago'],
])('formatRecordAge counts whole months and years: %s', (at, age) => {
  expect(formatRecordAge(at, now)).toBe(age);
});

test.each([
  ['fr', 'fr', 'In the hospital’s words (French)'],
  ['fr-CA', 'fr-CA', 'In the hospital’s words (Canadian French)'],
  ['en-US', null, null],
  ['und', '', null],
  ['not a language', null, null],
  [null, null, null],
])('words of the hospital in the language %s are marked if the reader’s is another', (lang, tag, note) => {
  render(
    <p>
      <HospitalText lang={lang}>Asthme</HospitalText>
    </p>,
  );
  render(<HospitalWordsNote lang={lang} />);
  const marks = screen.getByText('Asthme');
  expect(marks.getAttribute('lang')).toBe(tag);
  expect(marks.getAttribute('dir')).toBe(tag === null ? null : directionOf(tag));
  expect(screen.queryByText(/hospital’s words/)?.textContent ?? null).toBe(note);
});

test.each([
  ['fr-CA', 'ltr'],
  ['ar', 'rtl'],
  ['ur-PK', 'rtl'],
  ['', 'auto'],
])('directionOf(%j) is %s', (lang, direction) => {
  expect(directionOf(lang)).toBe(direction);
});

test('HospitalHeading marks the heading of the screen inside', () => {
  render(
    <HospitalHeading lang="fr">
      <ScreenHeading>Asthme</ScreenHeading>
    </HospitalHeading>,
  );
  const heading = screen.getByRole('heading', { name: 'Asthme' });
  expect([heading.lang, heading.dir]).toEqual(['fr', 'ltr']);
});
