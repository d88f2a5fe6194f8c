import { act, screen, waitFor, within } from '@testing-library/react';
import { fakeApi, openPage, openRoutes, pretendVisible, setLocale } from 'shared-ui/testing';
import feature from '../../feature.tsx';
import { deskRequest } from '../../testing/desk.ts';

pretendVisible();

const LIST = 'GET v1/desk/requests?status=sent&limit=50';
const lea = deskRequest({ id: 'one' });
const sam = deskRequest({ id: 'two', patient: { id: 'sam', name: 'Sam Roy' }, who: 'Kim Roy', kind: 'request' });

beforeEach(() => {
  openPage();
  setLocale('en');
  jest.spyOn(console, 'info').mockImplementation(() => undefined);
});

const open = () => openRoutes(feature.routes, '/desk/requests');
const row = (name: RegExp) => screen.findByRole('button', { name });

test('RequestsScreen can be navigated, opened, answered and completed with the keyboard alone', async () => {
  const reply = { id: 'r', text: 'It is harmless.', who: 'Sam Desk', createdAt: lea.createdAt };
  const calls = fakeApi({
    [LIST]: [lea, sam],
    'POST v1/desk/requests/two/seen': { ...sam, status: 'seen' },
    'POST v1/desk/requests/one/replies': { ...lea, status: 'seen', replies: [reply] },
    'POST v1/desk/requests/one/done': { ...lea, status: 'done', replies: [reply] },
  });
  const user = await open();
  const [first, second] = [await row(/^Léa Côté/), await row(/^Sam Roy/)];
  act(() => first.focus());
  await user.keyboard('{ArrowDown}');
  expect(second).toHaveFocus();
  await user.keyboard('s');
  expect(await screen.findByText('Sam Roy: seen')).toBeVisible();
  await user.keyboard('{Home}r');
  const field = within(await screen.findByRole('article', { name: 'Léa Côté' })).getByLabelText('Reply');
  expect(field).toHaveFocus();
  await user.keyboard('It is harmless.');
  await user.keyboard('{Tab}{Enter}');
  expect(await screen.findByText('It is harmless.', { selector: 'blockquote p' })).toBeVisible();
  act(() => first.focus());
  await user.keyboard('d');
  expect(await screen.findByText('Léa Côté: done')).toBeVisible();
  expect(calls.slice(-3)).toEqual([
    { route: 'POST v1/desk/requests/two/seen', body: undefined },
    { route: 'POST v1/desk/requests/one/replies', body: { text: 'It is harmless.' } },
    { route: 'POST v1/desk/requests/one/done', body: undefined },
  ]);
});

test('RequestDetails shows what the request is about and links to the patient', async () => {
  fakeApi({ [LIST]: [lea] });
  const user = await open();
  await user.click(await row(/^Léa Côté/));
  const article = within(screen.getByRole('article', { name: 'Léa Côté' }));
  expect(article.getByText('About: Blood test')).toBeVisible();
  expect(article.getByRole('link', { name: 'Open the patient' })).toHaveAttribute('href', '/desk/patients/lea');
  expect(await row(/From the patient/)).toHaveAttribute('aria-expanded', 'true');
});

test('RequestRow ignores shortcut letters that are typed into the reply', async () => {
  const calls = fakeApi({ [LIST]: [lea] });
  const user = await open();
  await user.click(await row(/^Léa Côté/));
  const before = calls.length;
  await user.type(screen.getByLabelText('Reply'), 'sdr');
  expect(screen.getByLabelText('Reply')).toHaveValue('sdr');
  expect(calls.length).toBe(before);
});

test('RequestDetails rejects a blank reply and clears the field after sending', async () => {
  fakeApi({ [LIST]: [lea], 'POST v1/desk/requests/one/replies': lea });
  const user = await open();
  await user.click(await row(/^Léa Côté/));
  const send = screen.getByRole('button', { name: 'Send reply' });
  await user.type(screen.getByLabelText('Reply'), '  ');
  expect(send).toBeDisabled();
  await user.type(screen.getByLabelText('Reply'), 'Yes.');
  await user.click(send);
  await waitFor(() => expect(screen.getByLabelText('Reply')).toHaveValue(''));
  expect(send).toBeDisabled();
});

test('a failed reply keeps its text and shows an error', async () => {
  fakeApi({ [LIST]: [lea] });
  const user = await open();
  await user.click(await row(/^Léa Côté/));
  await user.type(screen.getByLabelText('Reply'), 'Half a sentence');
  await user.click(screen.getByRole('button', { name: 'Send reply' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('This could not be done just now.');
  expect(screen.getByLabelText('Reply')).toHaveValue('Half a sentence');
  await user.clear(screen.getByLabelText('Reply'));
  expect(screen.getByLabelText('Reply')).toBeValid();
});

test('RequestsScreen loads another list when the status changes, and explains an empty one', async () => {
  fakeApi({ [LIST]: [lea], 'GET v1/desk/requests?status=done&limit=50': [] });
  const user = await open();
  await row(/^Léa Côté/);
  await user.selectOptions(screen.getByLabelText('Show'), 'Done');
  expect(await screen.findByText('No requests here')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('article')).toBeNull());
});
