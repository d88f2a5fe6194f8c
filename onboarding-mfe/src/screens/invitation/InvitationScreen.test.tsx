import { screen, waitFor } from '@testing-library/react';
import { endSession, openSession, paths } from 'shared-ui';
import { fakeApi, patient } from 'shared-ui/testing';
import { acceptPendingInvitation, readPendingInvitation, storePendingInvitation } from '../../session/invitation.ts';
import { allowAnyEmailDomain, narrowUser, openAsVisitor, show } from '../../testing/show.tsx';
import InvitationScreen from './InvitationScreen.tsx';

const UUID = 'b9a1';
const WHO = `GET v1/invitations/${UUID}`;
const ACCEPT = `POST v1/invitations/${UUID}/accept`;
const maya = { name: 'Maya Chen', invited: { name: 'Zoë', phone: '+14165550177' } };
const pending = { uuid: UUID, ...maya };
const dead = { status: 410, body: { error: { code: 'LINK_DEAD', message: 'Expired.' } } };

beforeEach(openAsVisitor);

const open = () => show(<InvitationScreen />, '/onboarding/invitation/:uuid', `/onboarding/invitation/${UUID}`);
const signIn = () => openSession({ token: 't', user: patient });
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

test('InvitationScreen names the inviter, links visitors to registration and sign-in, and explains approved email domains', async () => {
  fakeApi({ [WHO]: maya });
  await open();
  expect(await heading('Maya Chen has invited you')).toBeVisible();
  const link = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
  expect(link('Create an account')).toBe(paths.onboarding.createAccount);
  expect(link('Sign in')).toBe(paths.onboarding.login);
  expect(screen.getByText(/use an email address from a hospital that we recognize/)).toBeVisible();
  expect(screen.getByText(/the hospital reviews your account first/)).toBeVisible();
  expect(readPendingInvitation()).toEqual(pending);
});

test('InvitationScreen does not mention email domains where any domain is accepted', async () => {
  allowAnyEmailDomain();
  fakeApi({ [WHO]: maya });
  await open();
  await heading('Maya Chen has invited you');
  expect(screen.queryByText(/email address/)).toBeNull();
});

test.each([
  ['is accepted once', pending, { [ACCEPT]: {} }, null, 1],
  ['is forgotten when it works no more', pending, { [ACCEPT]: dead }, null, 1],
  ['waits for the next sign-in of the same user', pending, {}, { ...pending, userId: patient.id }, 2],
  ['of one user is not accepted by another', { ...pending, userId: 'another' }, { [ACCEPT]: {} }, null, 0],
])('pending invitation %s', async (_what, stored, answers, left, attempts) => {
  storePendingInvitation(stored);
  signIn();
  const calls = fakeApi(answers);
  await acceptPendingInvitation();
  await acceptPendingInvitation();
  expect(calls.map(({ route }) => route)).toEqual(Array(attempts).fill(ACCEPT));
  expect(readPendingInvitation()).toEqual(left);
});

test('pending invitation is discarded on sign-out', async () => {
  openSession({ token: 't', user: narrowUser });
  storePendingInvitation(pending);
  fakeApi({ 'DELETE v1/sessions': undefined });
  await endSession();
  expect(readPendingInvitation()).toBeNull();
});

test('InvitationScreen explains a used or expired invitation, and does not keep it', async () => {
  fakeApi({ [WHO]: dead });
  await open();
  expect(await heading('This invitation is no longer open')).toBeVisible();
  expect(screen.getByText(/ask the person who invited you to send a new one/)).toBeVisible();
  expect(readPendingInvitation()).toBeNull();
});

test('InvitationScreen retries an invitation that failed to load', async () => {
  fakeApi({});
  const { user } = await open();
  await heading('Your invitation can’t be opened just now');
  fakeApi({ [WHO]: maya });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await heading('Maya Chen has invited you')).toBeVisible();
});

test('a person who is signed in accepts the invitation in one press, or sees why not, and continues to the app', async () => {
  signIn();
  const own = { status: 409, body: { error: { code: 'OWN_INVITATION', message: 'This invitation is from you.' } } };
  fakeApi({ [WHO]: maya, [ACCEPT]: own });
  const { user } = await open();
  const accept = await screen.findByRole('button', { name: 'Accept the invitation' });
  await user.click(accept);
  expect(await screen.findByRole('alert')).toHaveTextContent('This invitation is from you.');
  const calls = fakeApi({ [ACCEPT]: {} });
  await user.click(accept);
  await waitFor(() => expect(location.pathname).toBe(paths.app.root));
  expect(calls.filter(({ route }) => route === ACCEPT)).toHaveLength(1);
  expect(readPendingInvitation()).toBeNull();
});
