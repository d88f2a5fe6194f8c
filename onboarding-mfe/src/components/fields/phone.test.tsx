import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { changeSettings } from 'shared-ui';
import { Formik } from 'shared-ui/forms';
import { pretendVisible } from 'shared-ui/testing';
import { openAsVisitor } from '../../testing/show.tsx';
import { countriesIn, DEFAULT_COUNTRY, dialCode, PhoneField, phoneDigits, SUGGESTED } from './phone.tsx';

pretendVisible();

beforeEach(openAsVisitor);

test('countriesIn returns at least 240 countries with names and dial codes in both languages', () => {
  for (const locale of ['en', 'fr'] as const) {
    const list = countriesIn(locale);
    expect(list.length).toBeGreaterThanOrEqual(240);
    expect(list.every(({ code, name, dial }) => /^[A-Z]{2}$/.test(code) && name !== '' && /^\d{1,3}$/.test(dial))).toBe(
      true,
    );
  }
  expect(dialCode(DEFAULT_COUNTRY)).toBe('1');
  expect(SUGGESTED.map(dialCode)).toEqual(['61', '1', '49', '33', '81', '1']);
  expect(dialCode('XX')).toBe('');
  expect(countriesIn('fr').find(({ code }) => code === 'DE')?.name).toBe('Allemagne');
});

test.each([
  ['416 555-0101', '4165550101'],
  ['(416) 555.0101 ext 7', '4165550101'],
  ['41655501012345', '4165550101'],
  ['+1 416 555 0101', '4165550101'],
  ['+33 6 12 34 56 78', '33612345678'],
  ['abc', ''],
])('phoneDigits turns %p into %p', (typed, expected) => {
  expect(phoneDigits(typed, '1')).toBe(expected);
});

function openField() {
  render(
    <Formik initialValues={{ country: DEFAULT_COUNTRY, phone: '' }} onSubmit={() => undefined}>
      <PhoneField />
    </Formik>,
  );
  return userEvent.setup();
}

const country = (name = 'Country') => screen.getByRole('combobox', { name });

test('PhoneField starts with Canada and shows its country code and dial code, and keeps it on Escape, also in French', async () => {
  const user = openField();
  expect(country()).toHaveValue('Canada (CA) +1');
  await user.tab();
  await user.keyboard('{ArrowDown}');
  expect(await screen.findByRole('listbox')).toBeVisible();
  await user.keyboard('{ArrowDown}{Escape}');
  await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull());
  expect(country()).toHaveFocus();
  act(() => changeSettings({ locale: 'fr' }));
  expect(country('Pays')).toHaveValue('Canada (CA) +1');
});

test('PhoneField keeps only digits, at most ten', async () => {
  const user = openField();
  await user.click(screen.getByLabelText('Phone Number'));
  await user.paste('(416) 555-01019');
  expect(screen.getByLabelText('Phone Number')).toHaveValue('4165550101');
});

test('PhoneField lists the suggested countries first', async () => {
  const user = openField();
  await user.click(country());
  const first = screen.getAllByRole('option').slice(0, 7);
  expect(first.map((option) => option.textContent)).toEqual([
    'Australia (AU) +61',
    'Canada (CA) +1',
    'France (FR) +33',
    'Germany (DE) +49',
    'Japan (JP) +81',
    'United States (US) +1',
    'Afghanistan (AF) +93',
  ]);
});

test.each([
  ['ivoire', 'Côte d’Ivoire (CI) +225'],
  ['(DE)', 'Germany (DE) +49'],
  ['+354', 'Iceland (IS) +354'],
])('PhoneField finds a country when %p is typed, and selects it on Enter', async (typed, expected) => {
  const user = openField();
  await user.click(country());
  await user.paste(typed);
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1));
  await user.keyboard('{Enter}');
  await waitFor(() => expect(country()).toHaveValue(expected));
});
