import { act, screen, waitFor } from '@testing-library/react';
import { endSession, openSession, paths } from 'shared-ui';
import { fakeApi, patient } from 'shared-ui/testing';
import { acceptPendingInvitation, readPendingInvitation, storePendingInvitation } from '../../session/invitation.ts';
import { allowAnyEmailDomain, narrowUser, openAsVisitor, show } from '../../testing/show.tsx';
import InvitationScreen from './InvitationScreen.tsx';

const UUID = 'b9a1';
const WHO = `GET v1/invitations/${UUID}`;
const ACCEPT = `POST v1/invitations/${UUID}/accept`;
const maya = { name: 'Maya Chen' };
const dead = { status: 410, body: { error: { code: 'LINK_DEAD', message: 'Expired.' } } };

beforeEach(() => {
  openAsVisitor();
  jest.spyOn(console, 'info').mockImplementation(() => undefined);
});

const open = () => show(<InvitationScreen />, '/onboarding/invitation/:uuid', `/onboarding/invitation/${UUID}`);
const signIn = () => openSession({ token: 't', user: patient });
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

test('InvitationScreen names the inviter and links visitors to registration and sign-in', async () => {
  fakeApi({ [WHO]: maya });
  await open();
  expect(await heading('Maya Chen has invited you')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Create an account' })).toHaveAttribute(
    'href',
    paths.onboarding.createAccount,
  );
  expect(screen.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', paths.onboarding.login);
});

test('InvitationScreen asks for an approved email domain, and explains the review of other domains', async () => {
  fakeApi({ [WHO]: maya });
  await open();
  expect(await screen.findByText(/use an email address from a hospital that we recognize/)).toBeVisible();
  expect(screen.getByText(/the hospital reviews your account first/)).toBeVisible();
});

test('InvitationScreen does not mention email domains where any domain is accepted', async () => {
  allowAnyEmailDomain();
  fakeApi({ [WHO]: maya });
  await open();
  await heading('Maya Chen has invited you');
  expect(screen.queryByText(/email address/)).toBeNull();
});

test('InvitationScreen keeps the invitation for the next sign-in, which accepts it once', async () => {
  fakeApi({ [WHO]: maya });
  await open();
  await heading('Maya Chen has invited you');
  expect(readPendingInvitation()).toEqual({ uuid: UUID, name: 'Maya Chen' });
  act(signIn);
  const calls = fakeApi({ [ACCEPT]: {} });
  await acceptPendingInvitation();
  await acceptPendingInvitation();
  expect(calls.map(({ route }) => route)).toEqual([ACCEPT]);
});

test.each([
  ['is forgotten when it works no more', dead, null],
  [
    'waits for the next sign-in of the same user when it could not be sent',
    undefined,
    { uuid: UUID, name: 'Maya Chen', userId: patient.id },
  ],
])('pending invitation %s', async (_what, answer, left) => {
  fakeApi({ [WHO]: maya });
  await open();
  await heading('Maya Chen has invited you');
  act(signIn);
  fakeApi(answer ? { [ACCEPT]: answer } : {});
  await acceptPendingInvitation();
  expect(readPendingInvitation()).toEqual(left);
});

test('pending invitation of one user is not accepted by another', async () => {
  storePendingInvitation({ uuid: UUID, name: 'Maya Chen', userId: 'another' });
  signIn();
  const calls = fakeApi({ [ACCEPT]: {} });
  await acceptPendingInvitation();
  expect(calls).toEqual([]);
  expect(readPendingInvitation()).toBeNull();
});

test('pending invitation is discarded on sign-out', async () => {
  openSession({ token: 't', user: narrowUser });
  storePendingInvitation({ uuid: UUID, name: 'Maya Chen' });
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

describe('a person who is signed in', () => {
  beforeEach(signIn);

  test('accepts the invitation in one press and continues to the app', async () => {
    const calls = fakeApi({ [WHO]: maya, [ACCEPT]: {} });
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Accept the invitation' }));
    await waitFor(() => expect(location.pathname).toBe(paths.app.root));
    expect(calls.filter(({ route }) => route === ACCEPT)).toHaveLength(1);
    expect(readPendingInvitation()).toBeNull();
  });

  test('sees why the invitation was not accepted', async () => {
    const own = { status: 409, body: { error: { code: 'OWN_INVITATION', message: 'This invitation is from you.' } } };
    fakeApi({ [WHO]: maya, [ACCEPT]: own });
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Accept the invitation' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('This invitation is from you.');
  });
});
