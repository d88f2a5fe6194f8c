import { act, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { changeSettings, store } from 'shared-ui';
import {
  demoWordsShown,
  fakeApi,
  hasUnsentTyping,
  openAsHospital,
  openPage,
  openRoutes,
  patient,
} from 'shared-ui/testing';
import feature from '../../feature.tsx';

const open = async () => {
  const user = await openRoutes(feature.routes, '/app/settings');
  await screen.findByRole('heading', { level: 1 });
  return user;
};

const phone = () => screen.getByLabelText('Phone', { selector: '[type=tel]' });
const email = () => screen.getByLabelText('Email', { selector: '[type=email]' });

beforeEach(() => {
  openPage();
  changeSettings({ locale: 'en', theme: 'LIGHT', responsiveFontSizes: true });
  fakeApi({});
});

afterEach(() =>
  changeSettings({ locale: 'en', theme: 'LIGHT', responsiveFontSizes: true, textSize: 'PHONE', sounds: true }),
);

test.each(['en', 'fr'] as const)(
  'SettingsScreen of a hospital has no placeholder and no word of the demo (%s)',
  async (locale) => {
    openAsHospital();
    changeSettings({ locale });
    await open();
    const form = document.querySelector('[type=tel]')?.closest('form') as HTMLElement;
    expect(within(form).queryAllByRole('radio')).toEqual([]);
    expect(demoWordsShown()).toEqual([]);
  },
);

test('SettingsScreen opens with the demo page, and everything else follows under headings, in reading order', async () => {
  fakeApi({ 'GET v1/passkeys': [], 'GET v1/sessions': { now: '', idleAt: '', expiresAt: '', sessions: [] } });
  const user = await open();
  const first = screen.getByRole('button', { name: 'Save' }).closest('form') as HTMLElement;
  const demo = screen.getByText('This is a demo product. Your settings are limited to demo-applicable functions.');
  expect(within(first).getAllByRole('radio')).toHaveLength(3);
  expect(demo.compareDocumentPosition(first)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  const headings = screen.getAllByRole('heading', { level: 2 });
  expect(first.compareDocumentPosition(headings[0] as HTMLElement)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(headings.map((heading) => heading.textContent)).toEqual([
    'Your name',
    'Language, display and sound',
    'Notifications',
    'Mobile number for security codes',
    'Passkeys',
    'Where you are signed in',
    'Your privacy',
    'Your data',
    'Legal documents',
  ]);
  expect(screen.getByRole('link', { name: 'Privacy Policy' })).toHaveAttribute('href', '/onboarding/privacy');
  act(() => screen.getByRole('radio', { name: 'Text Message' }).focus());
  const save = screen.getByRole('button', { name: 'Save' });
  for (const next of [phone(), email(), save, screen.getByLabelText('First name')]) {
    await user.tab();
    expect(next).toHaveFocus();
  }
});

test('appearance, text size, sounds and language change immediately and are saved', async () => {
  changeSettings({ followsPhone: true });
  const user = await open();
  const choose = (name: string) => user.click(screen.getByRole('radio', { name }));
  expect(screen.getByRole('radio', { name: 'Same as phone' })).toBeChecked();
  await choose('Dark');
  expect(screen.getByRole('radio', { name: 'Same as phone' })).not.toBeChecked();
  expect(document.documentElement.dataset.theme).toBe('dark');
  expect(JSON.parse(localStorage.getItem('settings') ?? '{}')).toMatchObject({ theme: 'DARK' });
  await choose('Same as phone');
  expect(screen.getByRole('radio', { name: 'Dark' })).not.toBeChecked();
  expect(document.documentElement.dataset.theme).toBe('light');
  const sizes = screen.getByRole('radiogroup', { name: 'Text size' });
  expect(within(sizes).getByRole('radio', { name: 'Phone’s size' })).toBeChecked();
  for (const [name, size] of [
    ['Large', 'large'],
    ['Larger', 'larger'],
    ['Largest', 'largest'],
  ] as const) {
    await choose(name);
    expect(document.documentElement.dataset.textSize).toBe(size);
  }
  expect(JSON.parse(localStorage.getItem('settings') ?? '{}')).toMatchObject({ textSize: 'LARGEST' });
  await user.click(screen.getByRole('switch', { name: 'Larger text on wide screens' }));
  expect(store.getState().settings.responsiveFontSizes).toBe(false);
  expect(document.documentElement.dataset.text).toBe('fixed');
  await user.click(screen.getByRole('switch', { name: 'Sounds' }));
  expect(store.getState().settings.sounds).toBe(false);
  await choose('Français');
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Paramètres'));
  expect(document.documentElement.lang).toBe('fr-CA');
});

describe('the contact form', () => {
  const PATCH = 'PATCH v1/users/me';
  const save = (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Save' }));

  test('the contact form is prefilled and saved on the server', async () => {
    const calls = fakeApi({ [PATCH]: { ...patient, contactEmail: 'j@example.org', mobilePhone: null } });
    const user = await open();
    expect(phone()).toHaveValue('+1 416 555 0101');
    expect(screen.getByRole('radio', { name: 'Text Message' })).toBeChecked();
    await user.clear(phone());
    await user.clear(email());
    await user.type(email(), ' j@example.org ');
    await save(user);
    expect(await screen.findByText('Your settings have been saved.')).toBeVisible();
    expect(hasUnsentTyping()).toBe(false);
    expect(calls.filter(({ route }) => route === PATCH)).toEqual([
      { route: PATCH, body: { mobilePhone: null, contactEmail: 'j@example.org' } },
    ]);
  });

  test('offers the support contacts when a phone number can’t be saved, but not for an email address, and keeps both', async () => {
    const TROUBLE = "We're having some trouble updating your phone number.";
    const calls = fakeApi({});
    const user = await open();
    await user.type(email(), '@');
    await save(user);
    expect(await screen.findByRole('alert')).toHaveTextContent('Invalid Email');
    expect(calls.filter(({ route }) => route === PATCH)).toEqual([]);
    await user.type(email(), '{Backspace}g');
    await save(user);
    await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('Your settings could not be saved.'));
    expect(screen.getByRole('alert')).not.toHaveTextContent(TROUBLE);
    await user.type(phone(), '{Backspace}9');
    await save(user);
    await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(TROUBLE));
    expect(within(screen.getByRole('alert')).getByRole('link', { name: 'support@example.org' })).toBeVisible();
    expect(phone()).toHaveValue('+1 416 555 0109');
  });

  test('shows which countries are served when a phone number is refused', async () => {
    const message = 'We can send text messages to numbers of these countries only: +1, +33';
    const error = { code: 'VALIDATION', message: 'Please check.', fields: { mobilePhone: message } };
    fakeApi({ [PATCH]: { status: 400, body: { error } } });
    const user = await open();
    await user.clear(phone());
    await user.type(phone(), '+44 20 7946 0123');
    await save(user);
    expect(await screen.findByRole('alert')).toHaveTextContent(message);
    expect(phone()).toHaveValue('+44 20 7946 0123');
  });
});
