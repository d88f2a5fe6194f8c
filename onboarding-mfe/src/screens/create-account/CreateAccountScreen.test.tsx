import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { changeSettings, paths, runtimeConfig } from 'shared-ui';
import { type FakeCall, fakeApi, setRuntimeConfig } from 'shared-ui/testing';
import { readPendingInvitation, storePendingInvitation } from '../../session/invitation.ts';
import { openAsVisitor, show } from '../../testing/show.tsx';
import CreateAccountScreen from './CreateAccountScreen.tsx';

const REGISTER = 'POST v1/users/register';

beforeEach(openAsVisitor);

/** Returns the registration calls. */
const sent = (calls: FakeCall[]) => calls.filter(({ route }) => route === REGISTER);

const open = () => show(<CreateAccountScreen />, paths.onboarding.createAccount);
const field = (name: string) => screen.getByLabelText(name);
const press = (user: UserEvent, name: string) => user.click(screen.getByRole('button', { name }));
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

const DETAILS = {
  'First Name': 'Ada',
  'Last Name': 'Love',
  Email: 'Ada@Example.org',
  'Organization Name': 'Northside',
  'Phone Number': '4165550177',
};

/** Fills a field in one step, as autofill does. */
async function enter(user: UserEvent, name: string, value: string) {
  await user.clear(field(name));
  await user.paste(value);
}

async function fillDetails(user: UserEvent, details: Record<string, string> = DETAILS) {
  for (const [name, value] of Object.entries(details)) {
    await enter(user, name, value);
  }
  await press(user, 'Next');
}

async function fillPasswords(user: UserEvent, password = 'Good-pass1', confirm = password) {
  await enter(user, 'Password', password);
  await enter(user, 'Confirm Password', confirm);
  await press(user, 'Next');
}

async function agree(user: UserEvent) {
  await user.click(screen.getByLabelText(/Non-Disclosure Agreement/));
  await user.click(screen.getByLabelText(/the Privacy Policy and the Terms/));
}

/** Opens the agreement step with both boxes ticked. */
async function openLastStep() {
  const view = await open();
  await fillDetails(view.user);
  await heading('Set your password');
  await fillPasswords(view.user);
  await heading('Please read and agree');
  await agree(view.user);
  return view;
}

test('DetailsStep names every missing field', async () => {
  const { user } = await open();
  await press(user, 'Next');
  for (const message of [
    'First Name Required',
    'Last Name Required',
    'Email Required',
    'Organization Name Required',
    'Phone Number Required',
  ]) {
    await waitFor(() => expect(screen.getAllByText(message)).toHaveLength(2));
  }
  await waitFor(() => expect(screen.getByRole('alert')).toHaveFocus());
  await user.click(screen.getByRole('link', { name: 'Phone Number Required' }));
  expect(field('Phone Number')).toHaveFocus();
});

test('CreateAccountScreen sends the registration after three steps and confirms an approved account', async () => {
  const calls = fakeApi({ [REGISTER]: { status: 201, body: { email: 'ada@example.org', hospitalStatusId: 1 } } });
  const { user } = await openLastStep();
  await press(user, 'Done');
  const title = await heading('Your account is created');
  await waitFor(() => expect(title).toHaveFocus());
  expect(screen.getByText(/We have sent an email to Ada@Example.org\./)).toBeVisible();
  expect(sent(calls)).toEqual([
    {
      route: REGISTER,
      body: {
        firstName: 'Ada',
        lastName: 'Love',
        email: 'Ada@Example.org',
        organization: 'Northside',
        phoneNumber: '+14165550177',
        password: 'Good-pass1',
        confirmPassword: 'Good-pass1',
      },
    },
  ]);
});

test.each([
  ['ACCOUNT_CREATED', { status: 201, body: { email: 'ada@example.org', hospitalStatusId: 1 } }],
  ['ACCOUNT_DENIED', { status: 201, body: { email: 'ada@example.org', hospitalStatusId: 2 } }],
  ['ACCOUNT_ALREADY_EXISTS', { status: 409, body: { error: { code: 'ACCOUNT_EXISTS', message: 'Taken.' } } }],
])('CreateAccountScreen leads from %s to the login screen and stores no draft', async (_state, answer) => {
  fakeApi({ [REGISTER]: answer });
  const { user } = await openLastStep();
  await press(user, 'Done');
  await user.click(await screen.findByRole('button', { name: 'Back to Login' }));
  expect(location.pathname).toBe(paths.onboarding.login);
  expect(sessionStorage).toHaveLength(0);
});

test.each([2, 3])('CreateAccountScreen announces a review for hospitalStatusId %i', async (hospitalStatusId) => {
  fakeApi({ [REGISTER]: { status: 201, body: { email: 'ada@example.org', hospitalStatusId } } });
  const { user } = await openLastStep();
  await press(user, 'Done');
  expect(
    await screen.findByText(
      'The email address you provided, Ada@Example.org is not from an institution we recognize in our database. We will manually review, and send you a confirmation to log in shortly, and continue our journey.',
    ),
  ).toBeVisible();
});

test('CreateAccountScreen asks only for another email when the email is taken', async () => {
  const calls = fakeApi({
    [REGISTER]: { status: 409, body: { error: { code: 'ACCOUNT_EXISTS', message: 'Taken.' } } },
  });
  const { user } = await openLastStep();
  await press(user, 'Done');
  expect(
    await screen.findByText('The email address Ada@Example.org is already in use. Please try another email address.'),
  ).toBeVisible();
  await press(user, 'Try another email address');
  expect(field('First Name')).toHaveValue('Ada');
  await fillDetails(user, { Email: 'other@example.org' });
  expect(await heading('Please read and agree')).toBeVisible();
  await press(user, 'Done');
  await waitFor(() => expect(sent(calls)).toHaveLength(2));
  expect(sent(calls)[1]?.body).toMatchObject({ email: 'other@example.org', password: 'Good-pass1' });
});

test.each([
  ['never got through', undefined, /We can't reach the server just now/],
  ['met a broken server', { status: 503, body: { error: { code: 'UNAVAILABLE', message: 'Later.' } } }, /^Later\.$/],
  [
    'is refused because of its password',
    { status: 400, body: { error: { code: 'PASSWORD_COMMON', message: 'Another one, please.' } } },
    /^Another one, please\.$/,
  ],
  ['came too often', { status: 429, body: { error: { code: 'TOO_MANY', message: 'Wait.' } } }, /^Wait\.$/],
])('AgreementStep keeps the form, says why and allows a retry when a call %s', async (_why, answer, message) => {
  fakeApi(answer ? { [REGISTER]: answer } : {});
  const { user } = await openLastStep();
  await press(user, 'Done');
  expect(await screen.findByText(message)).toBeVisible();
  expect(screen.getByLabelText(/Non-Disclosure Agreement/)).toBeChecked();
  fakeApi({ [REGISTER]: { status: 201, body: { email: 'ada@example.org', hospitalStatusId: 1 } } });
  await press(user, 'Done');
  expect(await heading('Your account is created')).toBeVisible();
});

test.each([/Non-Disclosure Agreement/, /the Privacy Policy and the Terms/])(
  'AgreementStep sends nothing and focuses the box %s when it is not ticked',
  async (box) => {
    const calls = fakeApi({});
    const { user } = await openLastStep();
    await user.click(screen.getByLabelText(box));
    await press(user, 'Done');
    expect(await screen.findByRole('alert')).toHaveTextContent('Please agree to the NDA and Privacy Policy');
    expect(screen.getByLabelText(box)).toHaveFocus();
    await user.click(screen.getByLabelText(box));
    expect(screen.queryByRole('alert')).toBeNull();
    expect(sent(calls)).toEqual([]);
  },
);

test('CreateAccountScreen keeps the step, ticks and password while a document is read', async () => {
  const calls = fakeApi({ [REGISTER]: { status: 201, body: { email: 'ada@example.org', hospitalStatusId: 1 } } });
  const first = await openLastStep();
  await first.user.click(screen.getByRole('link', { name: 'Read the Terms' }));
  expect(location.pathname).toBe(paths.onboarding.terms);
  first.unmount();
  const { user } = await open();
  await press(user, 'Done');
  expect(await heading('Your account is created')).toBeVisible();
  expect(sent(calls)[0]?.body).toMatchObject({ password: 'Good-pass1' });
});

test('CreateAccountScreen keeps the input when going back, and skips a saved password', async () => {
  const { user } = await openLastStep();
  await press(user, 'Back');
  const title = await heading('Set your password');
  await waitFor(() => expect(title).toHaveFocus());
  expect(field('Password')).toHaveValue('Good-pass1');
  await press(user, 'Back');
  expect(field('Email')).toHaveValue('Ada@Example.org');
  await press(user, 'Next');
  expect(await heading('Please read and agree')).toBeVisible();
  expect(screen.getByLabelText(/Non-Disclosure Agreement/)).toBeChecked();
});

test('PasswordStep reports a weak password and another confirmation, and ticks off the rules', async () => {
  const { user } = await open();
  await fillDetails(user);
  await heading('Set your password');
  await fillPasswords(user, 'abcdefgh', 'abcdefg');
  expect(await screen.findAllByText(/^Password needs to be 8 – 14 characters/)).toHaveLength(2);
  expect(screen.getAllByText('Passwords do not match')).toHaveLength(2);
  const rules = () => screen.getAllByRole('listitem').filter(({ textContent }) => textContent?.endsWith('done'));
  expect(rules().map(({ textContent }) => textContent)).toEqual(['minimum 8 charactersdone']);
  await fillPasswords(user, 'Far-longer-than-14-characters-1');
  expect(await heading('Please read and agree')).toBeVisible();
});

test('PasswordStep keeps an incomplete password when going back, and does not treat it as saved', async () => {
  const { user } = await open();
  await fillDetails(user);
  await heading('Set your password');
  await user.type(field('Password'), 'half');
  await press(user, 'Back');
  await press(user, 'Next');
  expect(await heading('Set your password')).toBeVisible();
  expect(field('Password')).toHaveValue('half');
});

test('CreateAccountScreen clears the draft and returns to the login screen on Cancel', async () => {
  const first = await open();
  await first.user.type(field('First Name'), 'Ada');
  expect(sessionStorage).toHaveLength(1);
  await press(first.user, 'Cancel');
  expect(location.pathname).toBe(paths.onboarding.login);
  expect(sessionStorage).toHaveLength(0);
  first.unmount();
  await open();
  expect(field('First Name')).toHaveValue('');
});

test('DetailsStep sets autocomplete and inputmode for autofill', async () => {
  await open();
  const hints = ['First Name', 'Last Name', 'Email', 'Organization Name', 'Phone Number'].map((name) =>
    field(name).getAttribute('autocomplete'),
  );
  expect(hints).toEqual(['given-name', 'family-name', 'email', 'organization', 'tel-national']);
  expect(field('Phone Number')).toHaveAttribute('inputmode', 'tel');
});

test('DetailsStep shows its errors in French', async () => {
  changeSettings({ locale: 'fr' });
  const { user } = await open();
  await press(user, 'Suivant');
  await waitFor(() => expect(screen.getAllByText('Prénom obligatoire')).toHaveLength(2));
  expect(screen.getAllByText('Numéro de téléphone obligatoire')).toHaveLength(2);
});

describe('CreateAccountScreen with an invitation', () => {
  test('sends the invitation once, with the registration', async () => {
    const calls = fakeApi({ [REGISTER]: { email: 'ada@example.org', hospitalStatusId: 1 } });
    const { user } = await openLastStep();
    storePendingInvitation({ uuid: 'b9a1', name: 'Maya Chen' });
    await press(user, 'Done');
    expect(await heading('Your account is created')).toBeVisible();
    expect(calls.at(-1)?.body).toMatchObject({ invitation: 'b9a1', firstName: 'Ada' });
    expect(readPendingInvitation()).toBeNull();
  });

  test('says that the invitation is kept for the review when the email domain is not approved', async () => {
    fakeApi({ [REGISTER]: { status: 201, body: { email: 'ada@example.org', hospitalStatusId: 2 } } });
    const { user } = await openLastStep();
    storePendingInvitation({ uuid: 'b9a1', name: 'Maya Chen' });
    await press(user, 'Done');
    expect(await heading('We will review your account')).toBeVisible();
    expect(screen.getByText(/^The email address you provided, /)).toBeVisible();
    expect(
      screen.getByText(
        'Your invitation from Maya Chen stays open. Once your account is approved, you can follow their stay.',
      ),
    ).toBeVisible();
    expect(readPendingInvitation()).toBeNull();
  });

  test('says that the invitation has expired, and registers without it', async () => {
    const message = 'This link has expired or was already used. Please ask for a new one.';
    fakeApi({ [REGISTER]: { status: 410, body: { error: { code: 'LINK_DEAD', message } } } });
    const { user } = await openLastStep();
    storePendingInvitation({ uuid: 'b9a1', name: 'Maya Chen' });
    await press(user, 'Done');
    expect(await screen.findByRole('alert')).toHaveTextContent(message);
    const calls = fakeApi({ [REGISTER]: { email: 'ada@example.org', hospitalStatusId: 2 } });
    await press(user, 'Done');
    expect(await heading('We will review your account')).toBeVisible();
    expect(screen.queryByText(/invitation/)).toBeNull();
    expect(calls.at(-1)?.body).not.toHaveProperty('invitation');
  });
});

test('DetailsStep rejects a number that cannot be texted before anything is sent', async () => {
  const calls = fakeApi({});
  setRuntimeConfig({ ...runtimeConfig(), textCountries: ['1876'] });
  const { user } = await open();
  await fillDetails(user);
  expect(
    await screen.findAllByText('We can send text messages to numbers of these countries only: +1876'),
  ).not.toHaveLength(0);
  expect(calls.some(({ route }) => route === REGISTER)).toBe(false);
});

test('DetailsStep rejects an impossible number and accepts a corrected one', async () => {
  const { user } = await open();
  await fillDetails(user, { ...DETAILS, 'Phone Number': '4160550177' });
  expect(await screen.findAllByText('Invalid Phone Number (example 1231231234)')).toHaveLength(2);
  await enter(user, 'Phone Number', '4165550177');
  await press(user, 'Next');
  expect(await heading('Set your password')).toBeVisible();
});

test('country picker offers only the countries that the hospital texts, and starts with one of them', async () => {
  setRuntimeConfig({ ...runtimeConfig(), textCountries: ['33', '49', '298'] });
  const { user } = await open();
  const country = screen.getByRole('combobox', { name: 'Country' });
  expect(country).toHaveValue('Germany (DE) +49');
  await user.click(country);
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'France (FR) +33',
    'Germany (DE) +49',
    'Faroe Islands (FO) +298',
  ]);
});

describe('DetailsStep of an invited person', () => {
  const hint = () => screen.queryByText(/We filled in the hospital where Maya Chen is staying\./);

  test('has the hospital’s name as the organization, says why, and lets them change it', async () => {
    storePendingInvitation({ uuid: 'b9a1', name: 'Maya Chen' });
    const { user, unmount } = await open();
    expect(field('Organization Name')).toHaveValue(runtimeConfig().brand.hospital);
    expect(field('Organization Name')).toHaveAccessibleDescription(/you can change it/);
    await enter(user, 'Organization Name', 'Bayview Clinic');
    expect(hint()).toBeNull();
    unmount();
    await open();
    expect(field('Organization Name')).toHaveValue('Bayview Clinic');
  });

  test('suggests no organization once the invitation is discarded', async () => {
    storePendingInvitation({ uuid: 'b9a1', name: 'Maya Chen' });
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Continue without the invitation' }));
    expect(field('Organization Name')).toHaveValue('');
    expect(hint()).toBeNull();
  });

  test('suggests no organization to people who were not invited', async () => {
    await open();
    expect(field('Organization Name')).toHaveValue('');
  });
});

test.each([
  [1, false],
  [2, true],
])(
  'CreateAccountScreen only refers to the email when the server does not reveal more (hospitalStatusId %i)',
  async (hospitalStatusId, isReviewed) => {
    storePendingInvitation({ uuid: 'invited', name: 'Maya' });
    fakeApi({ [REGISTER]: { status: 201, body: { email: 'ada@example.org', hospitalStatusId, byEmail: true } } });
    const { user } = await openLastStep();
    await press(user, 'Done');
    await heading('Check your email');
    expect(screen.getByText(/We have sent an email to Ada@Example.org/)).toBeVisible();
    expect(screen.getByText('Your invitation from Maya stays open until then.')).toBeVisible();
    expect(screen.queryByText(/reviews a new account like this first/) !== null).toBe(isReviewed);
    expect(readPendingInvitation()?.uuid).toBe('invited');
  },
);
