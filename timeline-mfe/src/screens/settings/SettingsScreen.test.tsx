import { act, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { changeSettings, store } from 'shared-ui';
import { fakeApi, openPage, openRoutes, patient } from 'shared-ui/testing';
import feature from '../../feature.tsx';

const open = async () => {
  const user = await openRoutes(feature.routes, '/app/settings');
  await screen.findByRole('heading', { level: 1 });
  return user;
};

beforeEach(() => {
  openPage();
  changeSettings({ locale: 'en', theme: 'LIGHT', responsiveFontSizes: true });
  fakeApi({});
});

afterEach(() => changeSettings({ locale: 'en', theme: 'LIGHT', responsiveFontSizes: true, sounds: true }));

test('SettingsScreen says that settings are limited to the demo', async () => {
  await open();
  expect(
    screen.getByText('This is a demo product. Your settings are limited to demo-applicable functions.'),
  ).toBeVisible();
});

test('SettingsScreen opens with the demo page, and everything else follows under headings', async () => {
  fakeApi({ 'GET v1/passkeys': [], 'GET v1/sessions': { now: '', idleAt: '', expiresAt: '', sessions: [] } });
  await open();
  const first = screen.getByRole('button', { name: 'Save' }).closest('form') as HTMLElement;
  const demo = screen.getByText(/^This is a demo product\./);
  expect(within(first).getAllByRole('radio')).toHaveLength(3);
  expect(demo.compareDocumentPosition(first)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  const headings = screen.getAllByRole('heading', { level: 2 });
  expect(first.compareDocumentPosition(headings[0] as HTMLElement)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(headings.map((heading) => heading.textContent)).toEqual([
    'Language, display and sound',
    'Notifications',
    'Passkeys',
    'Where you are signed in',
    'Your privacy',
    'Your data',
    'Legal documents',
  ]);
});

test('SettingsScreen moves the focus from the demo page to the display settings in reading order', async () => {
  const user = await open();
  act(() => screen.getByRole('radio', { name: 'Text Message' }).focus());
  const focused = [];
  for (let count = 0; count < 4; count++) {
    await user.tab();
    focused.push(document.activeElement);
  }
  expect(focused).toEqual([
    screen.getByLabelText('Phone', { selector: '[type=tel]' }),
    screen.getByLabelText('Email', { selector: '[type=email]' }),
    screen.getByRole('button', { name: 'Save' }),
    screen.getByRole('radio', { name: 'English' }),
  ]);
});

test('the appearance changes immediately and is saved', async () => {
  const user = await open();
  await user.click(screen.getByLabelText('Dark'));
  expect(document.documentElement.dataset.theme).toBe('dark');
  expect(JSON.parse(localStorage.getItem('settings') ?? '{}')).toMatchObject({ theme: 'DARK' });
});

test('the appearance can be the same as the phone’s, which is what applies until the person chooses', async () => {
  changeSettings({ followsPhone: true });
  const user = await open();
  expect(screen.getByRole('radio', { name: 'Same as phone' })).toBeChecked();
  await user.click(screen.getByRole('radio', { name: 'Dark' }));
  expect(screen.getByRole('radio', { name: 'Same as phone' })).not.toBeChecked();
  expect(document.documentElement.dataset.theme).toBe('dark');
  await user.click(screen.getByRole('radio', { name: 'Same as phone' }));
  expect(screen.getByRole('radio', { name: 'Same as phone' })).toBeChecked();
  expect(screen.getByRole('radio', { name: 'Dark' })).not.toBeChecked();
  expect(document.documentElement.dataset.theme).toBe('light');
});

test('the text size can be the same on every screen', async () => {
  const user = await open();
  await user.click(screen.getByLabelText('Always the same'));
  expect(store.getState().settings.responsiveFontSizes).toBe(false);
  expect(document.documentElement.dataset.text).toBe('fixed');
});

test('the language changes immediately', async () => {
  const user = await open();
  await user.click(screen.getByLabelText('Français'));
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Paramètres'));
  expect(document.documentElement.lang).toBe('fr-CA');
});

test('sounds can be turned off', async () => {
  const user = await open();
  await user.click(screen.getByRole('switch', { name: 'Sounds' }));
  expect(store.getState().settings.sounds).toBe(false);
});

test('SettingsScreen links to the legal documents', async () => {
  fakeApi({});
  await open();
  expect(screen.getByRole('link', { name: 'Privacy Policy' })).toHaveAttribute('href', '/onboarding/privacy');
});

describe('the contact form', () => {
  const PATCH = 'PATCH v1/users/me';
  const save = (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Save' }));

  test('the contact form is prefilled and saved on the server', async () => {
    const calls = fakeApi({ [PATCH]: { ...patient, contactEmail: 'j@example.org', mobilePhone: null } });
    const user = await open();
    expect(screen.getByLabelText('Phone', { selector: '[type=tel]' })).toHaveValue('+1 416 555 0101');
    expect(screen.getByRole('radio', { name: 'Text Message' })).toBeChecked();
    await user.clear(screen.getByLabelText('Phone', { selector: '[type=tel]' }));
    await user.clear(screen.getByLabelText('Email', { selector: '[type=email]' }));
    await user.type(screen.getByLabelText('Email', { selector: '[type=email]' }), ' j@example.org ');
    await save(user);
    expect(await screen.findByText('Your settings have been saved.')).toBeVisible();
    expect(calls.filter(({ route }) => route === PATCH)).toEqual([
      { route: PATCH, body: { mobilePhone: null, contactEmail: 'j@example.org' } },
    ]);
  });

  test('does not send an invalid email address', async () => {
    const calls = fakeApi({});
    const user = await open();
    await user.type(screen.getByLabelText('Email', { selector: '[type=email]' }), '@');
    await save(user);
    expect(await screen.findByRole('alert')).toHaveTextContent('Invalid Email');
    expect(calls.filter(({ route }) => route === PATCH)).toEqual([]);
  });

  test('keeps the input when saving fails', async () => {
    fakeApi({});
    jest.spyOn(console, 'info').mockImplementation(() => undefined);
    const user = await open();
    await user.type(screen.getByLabelText('Phone', { selector: '[type=tel]' }), '{Backspace}9');
    await save(user);
    expect(await screen.findByRole('alert')).toHaveTextContent('Your settings could not be saved.');
    expect(screen.getByLabelText('Phone', { selector: '[type=tel]' })).toHaveValue('+1 416 555 0109');
  });

  test('offers the support contacts when a phone number can’t be saved, but not for an email address', async () => {
    const TROUBLE = "We're having some trouble updating your phone number.";
    fakeApi({});
    jest.spyOn(console, 'info').mockImplementation(() => undefined);
    const user = await open();
    await user.type(screen.getByLabelText('Email', { selector: '[type=email]' }), 'g');
    await save(user);
    expect(await screen.findByRole('alert')).not.toHaveTextContent(TROUBLE);
    await user.type(screen.getByLabelText('Phone', { selector: '[type=tel]' }), '{Backspace}9');
    await save(user);
    await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(TROUBLE));
    expect(within(screen.getByRole('alert')).getByRole('link', { name: 'support@example.org' })).toBeVisible();
  });

  test('shows which countries are served when a phone number is refused', async () => {
    const message = 'We can send text messages to numbers of these countries only: +1, +33';
    const error = { code: 'VALIDATION', message: 'Please check.', fields: { mobilePhone: message } };
    fakeApi({ [PATCH]: { status: 400, body: { error } } });
    jest.spyOn(console, 'info').mockImplementation(() => undefined);
    const user = await open();
    const phone = screen.getByLabelText('Phone', { selector: '[type=tel]' });
    await user.clear(phone);
    await user.type(phone, '+44 20 7946 0123');
    await save(user);
    expect(await screen.findByRole('alert')).toHaveTextContent(message);
    expect(phone).toHaveValue('+44 20 7946 0123');
  });
});
