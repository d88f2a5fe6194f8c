import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { paths, runtimeConfig } from 'shared-ui';
import { type FakeCall, fakeApi, setRuntimeConfig } from 'shared-ui/testing';
import { axeViolations } from 'shared-ui/testing/axe';
import { readPendingInvitation, storePendingInvitation } from '../../session/invitation.ts';
import { openAsVisitor, show } from '../../testing/show.tsx';
import CreateAccountScreen from './CreateAccountScreen.tsx';

const REGISTER = 'POST v1/users/register';
const accepted = (hospitalStatusId: number, more = {}) => ({
  [REGISTER]: { status: 201, body: { email: 'ada@example.org', hospitalStatusId, ...more } },
});
const refused = (status: number, code: string, message: string) => ({
  [REGISTER]: { status, body: { error: { code, message } } },
});
const invite = (invited?: { name: string; phone: string }) =>
  storePendingInvitation({ uuid: 'b9a1', name: 'Maya Chen', ...(invited && { invited }) });

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

async function fillPasswords(user: UserEvent, password = 'Good-river-pass1', confirm = password) {
  await enter(user, 'Password', password);
  await enter(user, 'Confirm Password', confirm);
  await press(user, 'Next');
}

async function agree(user: UserEvent) {
  await user.click(screen.getByLabelText(/Non-Disclosure Agreement/));
  await user.click(screen.getByLabelText(/the Privacy Policy and the Terms/));
}

/** Leaves an outcome, which stores no draft. */
async function expectWayToLogin(user: UserEvent) {
  await press(user, 'Back to Login');
  expect(location.pathname).toBe(paths.onboarding.login);
  expect(sessionStorage).toHaveLength(0);
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

test('DetailsStep names every missing field, and hints at their content to autofill', async () => {
  const { user } = await open();
  await press(user, 'Next');
  for (const [name, hint] of [
    ['First Name', 'given-name'],
    ['Last Name', 'family-name'],
    ['Email', 'email'],
    ['Organization Name', 'organization'],
    ['Phone Number', 'tel-national'],
  ] as const) {
    await waitFor(() => expect(screen.getAllByText(`${name} Required`)).toHaveLength(2));
    expect(field(name)).toHaveAttribute('autocomplete', hint);
  }
  expect(field('Phone Number')).toHaveAttribute('inputmode', 'tel');
  await waitFor(() => expect(screen.getByRole('alert')).toHaveFocus());
  await user.click(screen.getByRole('link', { name: 'Phone Number Required' }));
  expect(field('Phone Number')).toHaveFocus();
});

test('CreateAccountScreen sends the registration after three steps and confirms an approved account', async () => {
  const calls = fakeApi(accepted(1));
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
        password: 'Good-river-pass1',
        confirmPassword: 'Good-river-pass1',
      },
    },
  ]);
  await expectWayToLogin(user);
});

test.each([2, 3])('CreateAccountScreen announces a review for hospitalStatusId %i', async (hospitalStatusId) => {
  fakeApi(accepted(hospitalStatusId));
  const { user } = await openLastStep();
  await press(user, 'Done');
  expect(
    await screen.findByText(
      'The email address you provided, Ada@Example.org is not from an institution we recognize in our database. We will manually review, and send you a confirmation to log in shortly, and continue our journey.',
    ),
  ).toBeVisible();
  await expectWayToLogin(user);
});

test('CreateAccountScreen asks only for another email when the email is taken', async () => {
  const calls = fakeApi(refused(409, 'ACCOUNT_EXISTS', 'Taken.'));
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
  expect(sent(calls)[1]?.body).toMatchObject({ email: 'other@example.org', password: 'Good-river-pass1' });
  await heading('This email is taken');
  await expectWayToLogin(user);
});

test.each([
  ['never got through', {}, /We can't reach the server just now/],
  ['is refused because of its password', refused(400, 'PASSWORD_COMMON', 'Another one.'), /^Another one\.$/],
  ['came too often', refused(429, 'TOO_MANY', 'Wait.'), /^Wait\.$/],
])('AgreementStep keeps the form, says why and allows a retry when a call %s', async (_why, answers, message) => {
  fakeApi(answers);
  const { user } = await openLastStep();
  await press(user, 'Done');
  expect(await screen.findByText(message)).toBeVisible();
  expect(screen.getByLabelText(/Non-Disclosure Agreement/)).toBeChecked();
  fakeApi(accepted(1));
  await press(user, 'Done');
  expect(await heading('Your account is created')).toBeVisible();
});

test('AgreementStep sends nothing and focuses the box that is not ticked', async () => {
  const calls = fakeApi({});
  const { user } = await openLastStep();
  for (const name of [/Non-Disclosure Agreement/, /the Privacy Policy and the Terms/]) {
    const box = screen.getByLabelText(name);
    await user.click(box);
    await press(user, 'Done');
    expect(await screen.findByRole('alert')).toHaveTextContent('Please agree to the NDA and Privacy Policy');
    expect(box).toHaveFocus();
    await user.click(box);
    expect(screen.queryByRole('alert')).toBeNull();
  }
  expect(sent(calls)).toEqual([]);
});

test('CreateAccountScreen keeps the input when going back or reading a document, and skips a saved password', async () => {
  const calls = fakeApi(accepted(1));
  const first = await openLastStep();
  await press(first.user, 'Back');
  const title = await heading('Set your password');
  await waitFor(() => expect(title).toHaveFocus());
  expect(field('Password')).toHaveValue('Good-river-pass1');
  await press(first.user, 'Back');
  expect(field('Email')).toHaveValue('Ada@Example.org');
  await press(first.user, 'Next');
  await heading('Please read and agree');
  await first.user.click(screen.getByRole('link', { name: 'Read the Terms' }));
  expect(location.pathname).toBe(paths.onboarding.terms);
  first.unmount();
  const { user } = await open();
  expect(screen.getByLabelText(/Non-Disclosure Agreement/)).toBeChecked();
  await press(user, 'Done');
  expect(await heading('Your account is created')).toBeVisible();
  expect(sent(calls)[0]?.body).toMatchObject({ password: 'Good-river-pass1' });
});

test('PasswordStep keeps an incomplete password when going back, and reports it and ticks off the rules on Next', async () => {
  const { user } = await open();
  await fillDetails(user);
  await heading('Set your password');
  await user.type(field('Password'), 'half');
  await press(user, 'Back');
  await press(user, 'Next');
  expect(await heading('Set your password')).toBeVisible();
  expect(field('Password')).toHaveValue('half');
  await fillPasswords(user, 'abcdefgh', 'abcdefg');
  expect(await screen.findAllByText(/^Password needs to be 8 – 14 characters/)).toHaveLength(2);
  expect(screen.getAllByText('Passwords do not match')).toHaveLength(2);
  const rules = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(rules.filter((rule) => rule?.endsWith('done'))).toEqual(['minimum 8 charactersdone']);
  await fillPasswords(user, 'Far-longer-than-14-characters-1');
  expect(await heading('Please read and agree')).toBeVisible();
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

describe('CreateAccountScreen with an invitation', () => {
  test('says that the invitation is kept for the review when the email domain is not approved', async () => {
    const calls = fakeApi(accepted(2));
    const { user } = await openLastStep();
    invite();
    await press(user, 'Done');
    expect(await heading('We will review your account')).toBeVisible();
    expect(
      screen.getByText(/^Your invitation from Maya Chen stays open\. Once your account is approved/),
    ).toBeVisible();
    expect(calls.at(-1)?.body).toMatchObject({ invitation: 'b9a1', firstName: 'Ada' });
    expect(readPendingInvitation()).toBeNull();
  });

  test('says that the invitation has expired, and registers without it', async () => {
    const message = 'This link has expired or was already used. Please ask for a new one.';
    fakeApi(refused(410, 'LINK_DEAD', message));
    const { user } = await openLastStep();
    invite();
    await press(user, 'Done');
    expect(await screen.findByRole('alert')).toHaveTextContent(message);
    const calls = fakeApi(accepted(2));
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

test('country picker offers only the countries that the hospital texts, and starts with one of them', async () => {
  setRuntimeConfig({ ...runtimeConfig(), textCountries: ['33', '1'], textAreas: ['33', 'CA', 'BM'] });
  const { user } = await open();
  const country = screen.getByRole('combobox', { name: 'Country' });
  expect(country).toHaveValue('Canada (CA) +1');
  await user.click(country);
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'Canada (CA) +1',
    'France (FR) +33',
    'Bermuda (BM) +1',
  ]);
});

describe('DetailsStep of an invited person', () => {
  const hint = () => screen.queryByText(/We filled in the hospital where Maya Chen is staying\./);

  test('has the hospital’s name as the organization, says why, and lets them change it', async () => {
    invite();
    const { user, unmount } = await open();
    expect(field('Organization Name')).toHaveValue(runtimeConfig().brand.hospital);
    expect(field('Organization Name')).toHaveAccessibleDescription(/you can change it/);
    await enter(user, 'Organization Name', 'Bayview Clinic');
    expect(hint()).toBeNull();
    unmount();
    await open();
    expect(field('Organization Name')).toHaveValue('Bayview Clinic');
  });

  const filled = () =>
    ['First Name', 'Last Name', 'Phone Number'].map((name) => (field(name) as HTMLInputElement).value);

  test.each([
    ['Zoë', '+14165550177', ['Zoë', '', '4165550177']],
    ['Zoë De la Cruz', '+33612345678', ['Zoë', 'De la Cruz', '']],
  ])('has the name %s and the number %s of the invitation filled in', async (name, phone, values) => {
    invite({ name, phone });
    await open();
    expect(filled()).toEqual(values);
    expect(screen.getByText(/^We filled in what we know from your invitation/)).toBeVisible();
    expect(await axeViolations()).toEqual([]);
  });

  test('keeps only what the person entered once the invitation is discarded', async () => {
    invite({ name: 'Zoë', phone: '+14165550177' });
    const { user } = await open();
    await enter(user, 'First Name', 'Ada');
    await user.click(await screen.findByRole('button', { name: 'Continue without the invitation' }));
    expect(filled()).toEqual(['Ada', '', '']);
    expect(field('Organization Name')).toHaveValue('');
    expect(hint()).toBeNull();
    expect(screen.queryByText(/from your invitation/)).toBeNull();
  });
});

test.each([
  [1, false],
  [2, true],
])(
  'CreateAccountScreen only refers to the email when the server does not reveal more (hospitalStatusId %i)',
  async (hospitalStatusId, isReviewed) => {
    invite();
    fakeApi(accepted(hospitalStatusId, { byEmail: true }));
    const { user } = await openLastStep();
    await press(user, 'Done');
    await heading('Check your email');
    expect(screen.getByText(/We have sent an email to Ada@Example.org/)).toBeVisible();
    expect(screen.getByText('Your invitation from Maya Chen stays open meanwhile.')).toBeVisible();
    expect(screen.queryByText(/review a new account like this first/) !== null).toBe(isReviewed);
    expect(readPendingInvitation()?.uuid).toBe('b9a1');
  },
);
