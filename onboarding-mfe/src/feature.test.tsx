import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { changeSettings, openSession, paths, runtimeConfig } from 'shared-ui';
import { checkFeature } from 'shared-ui/contract';
import { LANGUAGES, OFFERED } from 'shared-ui/contract/languages';
import {
  demoWordsShown,
  fakeApi,
  openAsHospital,
  openRoutes,
  pathsOf,
  patient,
  setRuntimeConfig,
  untranslatedShown,
} from 'shared-ui/testing';
import feature from './feature.tsx';
import { SCREENS, type ScreenRow } from './testing/screens.ts';
import { narrowUser, openAsVisitor } from './testing/show.tsx';

beforeEach(openAsVisitor);

const open = (path: string) => openRoutes([...feature.routes, { path: '*', element: null }], path);

/** Signs in the row's user. Every link from an email is dead. */
function become(by: ScreenRow['by']): void {
  // Digits only: screens remember the answer, and the check for words outside the catalogues would find others.
  const dead = { status: 410, body: { error: { code: 'LINK_DEAD', message: '410' } } };
  fakeApi({
    'POST v1/sessions/pin': { maskedPhone: narrowUser.maskedPhone, expiresAt: '2999-01-01T00:00:00.000Z' },
    'POST v1/users/validate-email': dead,
    'POST v1/users/phone-change': dead,
  });
  if (by !== undefined) openSession({ token: 'secret', user: by === 'narrow' ? narrowUser : patient });
  if (by === 'learning') changeSettings({ isUserValidated: true, viewTutorial: true });
}

test('keeps the contract', () => {
  expect(checkFeature(feature)).toBe(feature);
});

test.each(SCREENS)('$route shows its texts in both languages, and its links and buttons lead on', async (row) => {
  const { route, heading, field, texts, links, buttons = {}, by } = row;
  become(by);
  await open(route);
  const title = await screen.findByRole('heading', { level: 1, name: heading });
  await waitFor(() => expect(field === undefined ? title : screen.getByLabelText(field)).toHaveFocus());
  expect(document.title).toBe(heading);
  for (const text of texts) await waitFor(() => expect(screen.getAllByText(text)[0]).toBeVisible());
  for (const [name, to] of Object.entries(links)) {
    const found = screen.getAllByRole('link').filter(({ textContent }) => textContent?.startsWith(name));
    expect(found.map((link) => link.getAttribute('href'))).toEqual([to]);
  }
  const known = new Set(pathsOf(feature.routes).map((path) => `/${path}`));
  const targets = screen.queryAllByRole('link').map((link) => link.getAttribute('href') ?? '');
  expect(targets.filter((href) => href.startsWith('/') && !known.has(href))).toEqual([]);

  await act(async () => changeSettings({ locale: 'fr' }));
  const french = await screen.findByRole('heading', { level: 1 });
  expect(french).not.toHaveTextContent(heading);
  expect(document.title).toBe(french.textContent);

  for (const [name, to] of Object.entries(buttons)) {
    cleanup();
    openAsVisitor();
    become(by);
    const user = await open(route);
    await user.click(await screen.findByRole('button', { name }));
    await waitFor(() => expect(location.pathname).toBe(to));
  }
});

test.each(SCREENS)('$route of a hospital shows no word of the demo', async ({ route, by }) => {
  openAsHospital();
  become(by);
  await open(route);
  await screen.findByRole('heading', { level: 1 });
  expect(demoWordsShown()).toEqual([]);
  expect(document.body).not.toHaveTextContent('extension');
  await act(async () => changeSettings({ locale: 'fr' }));
  await screen.findByRole('heading', { level: 1 });
  expect(demoWordsShown()).toEqual([]);
});

test.each(SCREENS)('$route shows no words that no catalogue has', async ({ route, by }) => {
  become(by);
  await open(route);
  await screen.findByRole('heading', { level: 1 });
  expect(await untranslatedShown()).toEqual([]);
});

const GUARDED = SCREENS.filter(({ by }) => by === 'narrow' || by === 'full');

test.each(GUARDED)('$route redirects a visitor to the login screen', async ({ route }) => {
  await open(route);
  await waitFor(() => expect(location.pathname).toBe(paths.onboarding.login));
});

test.each(GUARDED.filter(({ by }) => by === 'full'))('$route redirects to the PIN while it is due', async (row) => {
  become('narrow');
  await open(row.route);
  await waitFor(() => expect(location.pathname).toBe(paths.onboarding.pinCode));
});

test('WelcomeScreen switches the language', async () => {
  const user = await open(paths.onboarding.welcome);
  await user.selectOptions(screen.getByRole('combobox', { name: 'Language' }), 'Français');
  expect(await screen.findByRole('heading', { name: 'Bienvenue à Lodestar' })).toBeVisible();
  expect(document.documentElement.lang).toBe('fr-CA');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Langue' }), 'English');
  expect(await screen.findByRole('heading', { name: 'Welcome to Lodestar' })).toBeVisible();
});

test('WelcomeScreen offers each language in its own letters, before all actions', async () => {
  await open(paths.onboarding.welcome);
  const choice = screen.getByRole('combobox', { name: 'Language' });
  const options = within(choice).getAllByRole('option');
  expect(options.map(({ lang }) => lang)).toEqual(OFFERED.map((language) => LANGUAGES[language].tag));
  expect(within(choice).getByRole('option', { name: 'Français' })).toHaveAttribute('dir', 'ltr');
  const start = screen.getByRole('link', { name: 'Get started' });
  expect(choice.compareDocumentPosition(start)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

test('welcome leaves out what the product’s name means where the hospital didn’t say it in the language', async () => {
  const user = await open(paths.onboarding.welcome);
  expect(screen.getByText(/^A star that shows the way\./)).toBeVisible();
  await user.selectOptions(screen.getByRole('combobox'), 'es');
  expect(await screen.findByText('Todo sobre su paso por el hospital, en un solo lugar.')).toBeVisible();
});

test('welcome says what the product’s name means in another language if the hospital did', async () => {
  const { brand } = runtimeConfig();
  setRuntimeConfig({ ...runtimeConfig(), brand: { ...brand, otherMeanings: { es: 'una estrella' } } });
  changeSettings({ language: 'es' });
  await open(paths.onboarding.welcome);
  expect(await screen.findByText(/^Una estrella\. Todo sobre/)).toBeVisible();
});

test('unknown address redirects to the welcome screen', async () => {
  await open('/onboarding/nowhere');
  expect(screen.getByRole('heading', { name: 'Welcome to Lodestar' })).toBeVisible();
  expect(location.pathname).toBe(paths.onboarding.root);
});
