import { screen, waitFor, within } from '@testing-library/react';
import { fakeApi } from 'shared-ui/testing';
import { account } from '../../testing/desk.ts';
import { openDesk, setUpDesk } from '../../testing/screens.ts';

setUpDesk();

const LIST = 'GET v1/desk/accounts?status=review&limit=50';
const APPROVE = 'POST v1/desk/accounts/ada/approve';
const DENY = 'POST v1/desk/accounts/ada/deny';
const ada = account({ id: 'ada' });

const open = () => openDesk('/desk/accounts');
const row = () => screen.findByRole('article', { name: 'Ada Lovell' });

test('AccountsScreen removes an approved account from the list, but not one whose approval fails', async () => {
  const body = { error: { code: 'CONFLICT', message: 'Somebody has decided already.' } };
  const answers = [
    { status: 409, body },
    { ...ada, status: 'approved' },
  ];
  const calls = fakeApi({ [LIST]: [ada], [APPROVE]: () => answers.shift() });
  const user = await open();
  expect(within(await row()).getByText(/ada@example.org \(validated\)/)).toBeVisible();
  expect(screen.queryByText(/Invited/)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Approve' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Somebody has decided already.');
  expect(await row()).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Approve' }));
  expect(await screen.findByText('Ada Lovell is approved')).toBeVisible();
  expect(screen.queryByRole('article')).toBeNull();
  expect(screen.getByText('No accounts here')).toBeVisible();
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
  expect(calls.at(-1)?.route).toBe(APPROVE);
});

const invited = (state: 'open' | 'accepted' | 'ended') =>
  account({
    id: 'ada',
    invitations: [{ patient: { id: 'lea', name: 'Léa Côté' }, invitedAt: '2026-11-19T15:00:00.000Z', state }],
  });

test.each([
  ['open', /makes this person a supporter of the patient/],
  ['accepted', /^This person is now a supporter of the patient.$/],
  ['ended', /no longer open/],
] as const)('AccountRow shows who sent an invitation that is %s, when, and what it means', async (state, text) => {
  fakeApi({ [LIST]: [invited(state)] });
  await open();
  const note = within(await row());
  expect(note.getByText(/^Invited by Léa Côté on Nov.* 19, 2026$/)).toBeVisible();
  expect(note.getByText(text)).toBeVisible();
  expect(note.getByRole('link', { name: 'Open Léa Côté’s page' })).toHaveAttribute('href', '/desk/patients/lea');
});

test('DenyDialog requires a reason, keeps what was typed when it is reopened, and sends it', async () => {
  const calls = fakeApi({ [LIST]: [ada], [DENY]: { ...ada, status: 'denied' } });
  const user = await open();
  await row();
  const press = () => user.click(screen.getByRole('button', { name: 'Deny' }));
  await press();
  const dialog = within(await screen.findByRole('dialog', { name: 'Deny Ada Lovell?' }));
  await user.click(dialog.getByRole('button', { name: 'Deny' }));
  await waitFor(() => expect(dialog.getByRole('alert')).toHaveFocus());
  expect(dialog.getByRole('link', { name: 'Please say why' })).toBeVisible();
  expect(dialog.getByRole('textbox', { name: 'Reason', description: /Please say why/ })).toBeInvalid();
  expect(calls.map(({ route }) => route)).not.toContain(DENY);
  await user.type(dialog.getByLabelText('Reason'), 'Not of this ');
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await press();
  const again = within(await screen.findByRole('dialog'));
  expect(again.getByLabelText('Reason')).toHaveValue('Not of this ');
  await user.type(again.getByLabelText('Reason'), 'hospital ');
  await user.click(again.getByRole('button', { name: 'Deny' }));
  expect(await screen.findByText('Ada Lovell is denied')).toBeVisible();
  expect(calls.at(-1)).toEqual({ route: DENY, body: { reason: 'Not of this hospital' } });
});

test('AccountsScreen loads another list when the status changes', async () => {
  const denied = account({ id: 'bo', firstName: 'Bo', status: 'denied', reason: 'Twice here' });
  fakeApi({ [LIST]: [], 'GET v1/desk/accounts?status=denied&limit=50': [denied] });
  const user = await open();
  await user.selectOptions(screen.getByLabelText('Show'), 'Denied');
  const article = within(await screen.findByRole('article', { name: 'Bo Lovell' }));
  expect(article.getByText('Twice here')).toBeVisible();
  expect(article.queryByRole('button', { name: 'Deny' })).toBeNull();
});

test('AccountsScreen loads the next page on request and focuses its first entry', async () => {
  const first = Array.from({ length: 50 }, (_, place) => account({ id: `a${place}`, firstName: `First${place}` }));
  fakeApi({
    [LIST]: first,
    'GET v1/desk/accounts?status=review&after=a49&limit=200': [account({ id: 'z', firstName: 'Zoe' })],
  });
  const user = await open();
  expect(await screen.findAllByRole('article')).toHaveLength(50);
  await user.click(screen.getByRole('button', { name: 'Show more' }));
  const zoe = await screen.findByRole('article', { name: 'Zoe Lovell' });
  await waitFor(() => expect(zoe.closest('li')).toHaveFocus());
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
});
