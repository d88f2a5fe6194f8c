import { screen, waitFor, within } from '@testing-library/react';
import type { DeskLanguage, DeskText } from 'mock-api/contract';
import { fakeApi, setLocale } from 'shared-ui/testing';
import { axeViolations } from 'shared-ui/testing/axe';
import { openDesk, setUpDesk } from '../../testing/screens.ts';

setUpDesk();

const LIST = 'GET v1/desk/languages';
const ARABIC = `${LIST}/ar`;
const SIGN = 'POST v1/desk/languages/ar/signatures';

const languages: DeskLanguage[] = [
  { language: 'ar', signed: 1, unsigned: 2, changed: 1 },
  { language: 'es', signed: 4, unsigned: 0, changed: 0 },
];

const unsigned = { state: 'unsigned', signedBy: null, signedOn: null } as const;
const day = {
  id: 'timeline-mfe/day:next',
  place: 'My day',
  english: 'Next: {{time}}',
  translation: 'التالي: {{time}}',
};
const copy = { id: 'timeline-mfe/day:copy', place: 'My day', english: 'From memory', translation: 'من الذاكرة' };
const given = { id: 'timeline-mfe/day:given', place: 'My day', english: 'Given', translation: 'أُعطي' };
const left = { id: 'shell:offline.title', place: 'Offline and updates', english: 'Offline', translation: 'غير متصل' };
const texts: DeskText[] = [
  { ...day, ...unsigned, mark: 'day' },
  { ...copy, mark: 'copy', state: 'changed', signedBy: 'Zoë Okafor', signedOn: '2026-11-20' },
  { ...given, mark: 'given', state: 'signed', signedBy: 'Zoë Okafor', signedOn: '2026-11-20' },
  { ...left, ...unsigned, mark: 'left' },
];
const signed = (text: DeskText): DeskText => ({
  ...text,
  state: 'signed',
  signedBy: 'Inés Roy',
  signedOn: '2026-11-30',
});
const [first, second, , last] = texts as [DeskText, DeskText, DeskText, DeskText];

const open = () => openDesk('/desk/languages/ar');
const entry = async (key: string) => within(await screen.findByRole('article', { name: key }));

test('LanguagesScreen lists each language with the number of its texts in each state', async () => {
  fakeApi({ [LIST]: languages, [ARABIC]: texts });
  const user = await openDesk('/desk/languages');
  const row = (await screen.findByRole('link', { name: 'Arabic' })).closest('tr');
  expect(row).toHaveTextContent('Arabic العربية1 signed2 not signed1 changed');
  expect(screen.getByText('العربية')).toHaveAttribute('lang', 'ar');
  expect(await axeViolations()).toEqual([]);
  await user.click(screen.getByRole('link', { name: 'Arabic' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Arabic' })).toHaveFocus();
});

test('LanguageScreen shows English beside the translation, and where the text appears', async () => {
  fakeApi({ [ARABIC]: texts });
  await open();
  const shown = await entry('next');
  expect(shown.getByText('Next:', { exact: false })).toHaveAttribute('lang', 'en-CA');
  const translation = shown.getByText('التالي:', { exact: false });
  expect([translation.lang, translation.dir, translation.textContent]).toEqual(['ar', 'rtl', 'التالي: time']);
  expect(screen.getByRole('heading', { level: 2 })).toHaveTextContent('My day');
  expect(shown.getByText('Not signed yet')).toBeVisible();
  expect((await entry('copy')).getByText(/^Changed since Zoë Okafor signed it, Nov.* 20, 2026$/)).toBeVisible();
  expect(screen.queryByRole('article', { name: 'given' })).toBeNull();
  expect(await axeViolations()).toEqual([]);
});

test('LanguageScreen signs a text, and moves the focus to the next', async () => {
  const answers = [
    { status: 409, body: { error: { code: 'TEXT_CHANGED', message: 'This text has changed in the meantime.' } } },
    signed(first),
  ];
  const calls = fakeApi({ [ARABIC]: texts, [SIGN]: () => answers.shift() });
  const user = await open();
  const sign = (await entry('next')).getByRole('button', { name: 'Sign: next' });
  await user.click(sign);
  expect(await screen.findByRole('alert')).toHaveTextContent('This text has changed in the meantime.');
  await user.click(sign);
  expect(await screen.findByText('Text signed')).toBeVisible();
  expect(calls.at(-1)).toMatchObject({ route: SIGN, body: { id: day.id, mark: 'day' } });
  expect(screen.queryByRole('article', { name: 'next' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Sign: copy' })).toHaveFocus();
});

test('LanguageScreen goes on to the next screen after the last text, and says when all are signed', async () => {
  const answers = [signed(first), signed(second), signed(last)];
  fakeApi({ [ARABIC]: texts, [SIGN]: () => answers.shift() });
  const user = await open();
  await user.click((await entry('next')).getByRole('button', { name: 'Sign: next' }));
  await user.click((await entry('copy')).getByRole('button', { name: 'Sign: copy' }));
  await entry('offline.title');
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Screen' }), 'My day (0 to sign)');
  expect(screen.getByText('All signed here')).toBeVisible();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Show' }), 'Signed');
  expect((await entry('next')).getByText(/^Signed by Inés Roy, Nov.* 30, 2026$/)).toBeVisible();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Show' }), 'To sign');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Screen' }), 'Offline and updates (1 to sign)');
  await user.click((await entry('offline.title')).getByRole('button', { name: 'Sign: offline.title' }));
  expect(await screen.findByText('All texts are signed')).toBeVisible();
});

test('LanguageScreen says so if the file of signed texts can’t be saved', async () => {
  fakeApi({ [ARABIC]: texts, [`${ARABIC}/review`]: { status: 503, body: {} } });
  const user = await open();
  await user.click(await screen.findByRole('button', { name: 'Save what is signed (JSON)' }));
  expect(await screen.findByRole('alert')).toBeVisible();
});

test('LanguageScreen keeps a correction that is refused, and shows it once it is signed', async () => {
  const refusal = { code: 'VALIDATION', message: '', fields: { translation: 'This placeholder is missing: {{time}}' } };
  const better = { ...signed(first), translation: 'بعد ذلك: {{time}}' };
  const answers = [{ status: 400, body: { error: refusal } }, better];
  const calls = fakeApi({ [ARABIC]: texts, [SIGN]: () => answers.shift() });
  const user = await open();
  await user.click((await entry('next')).getByRole('button', { name: 'Correct: next' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Correct the translation' }));
  const field = dialog.getByRole('textbox', { name: 'Arabic' });
  expect(field).toHaveValue('التالي: {{time}}');
  expect(await axeViolations()).toEqual([]);
  await user.clear(field);
  await user.type(field, 'بعد ذلك');
  await user.click(dialog.getByRole('button', { name: 'Sign this translation' }));
  expect(await dialog.findByText('This placeholder is missing: {{time}}')).toBeVisible();
  expect(field).toHaveValue('بعد ذلك');
  await user.click(dialog.getByRole('button', { name: 'Sign this translation' }));
  expect(await screen.findByText('Text signed')).toBeVisible();
  expect(calls.at(-1)).toMatchObject({ route: SIGN, body: { id: day.id, mark: 'day', translation: 'بعد ذلك' } });
  const corrected = await entry('next');
  expect(corrected.getByText('بعد ذلك:', { exact: false })).toBeVisible();
  expect(corrected.getByText(/^Signed by Inés Roy, Nov.* 30, 2026$/)).toBeVisible();
  await waitFor(() => expect(corrected.getByRole('button', { name: 'Correct: next' })).toHaveFocus());
});

test('LanguagesScreen offers to try again when the languages can’t be fetched', async () => {
  let answer: unknown = { status: 500, body: {} };
  fakeApi({ [LIST]: () => answer });
  setLocale('fr');
  const user = await openDesk('/desk/languages');
  expect(await screen.findByText('Les langues ne peuvent pas s’afficher pour le moment')).toBeVisible();
  answer = languages;
  await user.click(screen.getByRole('button', { name: 'Réessayer' }));
  expect(await screen.findByText('2 non signés')).toBeVisible();
});
