import { act, screen, waitFor, within } from '@testing-library/react';
import { publish } from 'shared-ui/bus';
import { fakeApi, store } from 'shared-ui/testing';
import { deskRequest, template } from '../../testing/desk.ts';
import { openDesk, setUpDesk } from '../../testing/screens.ts';

setUpDesk();

const LIST = 'GET v1/desk/requests?status=sent&limit=50';
const lea = deskRequest({ id: 'one' });
const TEMPLATES = 'GET v1/desk/templates';
const soon = template({
  id: 'soon',
  title: { en: 'Soon', fr: 'Bientôt' },
  text: { en: 'We come.', fr: 'Nous venons.' },
});
const sam = deskRequest({ id: 'two', patient: { id: 'sam', name: 'Sam Roy' }, who: 'Kim Roy', kind: 'request' });

const open = () => openDesk('/desk/requests');
const row = (name: RegExp) => screen.findByRole('button', { name });

/** Opens the list, and Léa's request in it. */
async function openLea() {
  const user = await open();
  await user.click(await row(/^Léa Côté/));
  return { user, reply: screen.getByLabelText('Reply') };
}

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
  expect(first).toHaveFocus();
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
  expect(await screen.findByText('Léa Côté, room 412: done')).toBeVisible();
  expect(calls.filter(({ route }) => route.startsWith('POST'))).toEqual([
    { route: 'POST v1/desk/requests/two/seen', body: undefined },
    { route: 'POST v1/desk/requests/one/replies', body: { text: 'It is harmless.' } },
    { route: 'POST v1/desk/requests/one/done', body: undefined },
  ]);
});

test('RequestDetails shows what the request is about, and links only to what the staff member may open', async () => {
  fakeApi({ [LIST]: [lea], [TEMPLATES]: { templates: [soon], mayEdit: false } });
  await openLea();
  const article = within(screen.getByRole('article', { name: 'Léa Côté' }));
  expect(article.getByText('About: Blood test')).toBeVisible();
  expect(article.getByRole('link', { name: 'Open the patient' })).toHaveAttribute('href', '/desk/patients/lea');
  const line = screen.getByRole('row', { name: /^Léa Côté Born Mar.* 14, 1958 · Room 412 Question From the patient/ });
  expect(within(line).getByRole('button')).toHaveAttribute('aria-expanded', 'true');
  await screen.findByLabelText('Template');
  expect(screen.queryByRole('link', { name: 'Edit templates' })).toBeNull();
});

test('RequestDetails rejects a blank reply, ignores shortcuts in it, and clears the field after sending', async () => {
  const calls = fakeApi({ [LIST]: [lea], 'POST v1/desk/requests/one/replies': lea });
  const { user, reply } = await openLea();
  const send = screen.getByRole('button', { name: 'Send reply' });
  await user.type(reply, '  ');
  expect(send).toBeDisabled();
  await user.type(reply, 'sdr');
  expect(reply).toHaveValue('  sdr');
  expect(calls.map(({ route }) => route).filter((route) => !route.startsWith('GET'))).toEqual([]);
  await user.click(send);
  await waitFor(() => expect(reply).toHaveValue(''));
  expect(send).toBeDisabled();
});

test('a failed reply keeps its text and shows an error', async () => {
  fakeApi({ [LIST]: [lea] });
  const { user, reply } = await openLea();
  await user.type(reply, 'Half a sentence');
  await user.click(screen.getByRole('button', { name: 'Send reply' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('This could not be done just now.');
  expect(reply).toHaveValue('Half a sentence');
  await user.clear(reply);
  expect(reply).toBeValid();
});

test('RequestsScreen loads another list when the status changes, and explains an empty one', async () => {
  fakeApi({ [LIST]: [lea], 'GET v1/desk/requests?status=done&limit=50': [] });
  const user = await open();
  await row(/^Léa Côté/);
  await user.selectOptions(screen.getByLabelText('Show'), 'Done');
  expect(screen.getByLabelText('Show')).toHaveFocus();
  expect(await screen.findByText('No requests here')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('table')).toBeNull());
});

test('RequestsScreen opens the request that the address names', async () => {
  fakeApi({ 'GET v1/desk/requests?status=seen&limit=50': [sam, lea] });
  await openDesk('/desk/requests?status=seen&open=one');
  const opened = await row(/^Léa Côté/);
  expect(opened).toHaveAttribute('aria-expanded', 'true');
  expect(opened).toHaveFocus();
  expect(await row(/^Sam Roy/)).toHaveAttribute('aria-expanded', 'false');
});

test('TemplatePicker inserts a reply in the language of who asked, and never over typed text without asking', async () => {
  const event = template({ id: 'event', kind: 'event', title: { en: 'Lunch', fr: 'Dîner' } });
  fakeApi({ [LIST]: [{ ...lea, language: 'fr' }], [TEMPLATES]: { templates: [event, soon], mayEdit: true } });
  const { user, reply } = await openLea();
  const picker = await screen.findByRole('combobox', { name: 'Template', description: /Inserted in French/ });
  expect(within(picker).queryByRole('option', { name: 'Lunch' })).toBeNull();
  const insert = async () => {
    await user.selectOptions(picker, 'Soon');
    await user.click(screen.getByRole('button', { name: 'Insert' }));
  };
  await insert();
  expect(reply).toHaveValue('Nous venons.');
  await waitFor(() => expect(reply).toHaveFocus());
  await user.clear(reply);
  await user.type(reply, 'My own words');
  await insert();
  const dialog = within(await screen.findByRole('dialog', { name: 'Replace what you typed?' }));
  await user.click(dialog.getByRole('button', { name: 'Keep my text' }));
  expect(reply).toHaveValue('My own words');
  await insert();
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Replace' }));
  expect(reply).toHaveValue('Nous venons.');
});

test('TemplatePicker shows staff a text that they can read, and sends it with its template', async () => {
  const arabic = { ...soon, text: { ...soon.text, ar: 'سنأتي.' } };
  const calls = fakeApi({
    [LIST]: [{ ...lea, language: 'ar' }],
    [TEMPLATES]: { templates: [arabic], mayEdit: false },
    'POST v1/desk/requests/one/replies': lea,
  });
  const { user, reply } = await openLea();
  const picker = await screen.findByRole('combobox', { name: 'Template', description: /^Sent in Arabic if/ });
  await user.selectOptions(picker, 'Soon');
  await user.click(screen.getByRole('button', { name: 'Insert' }));
  expect(reply).toHaveValue('We come.');
  await user.click(screen.getByRole('button', { name: 'Send reply' }));
  await waitFor(() => expect(reply).toHaveValue(''));
  expect(calls.at(-1)?.body).toEqual({ template: 'soon', text: 'We come.' });
});

test('staff see that their words go to a reader of another language as they are', async () => {
  fakeApi({ [LIST]: [{ ...lea, language: 'ar' }], [TEMPLATES]: { templates: [], mayEdit: false } });
  await openLea();
  expect(await screen.findByText('This person reads Arabic. Your words are sent as you write them.')).toBeVisible();
});

describe('while the list is open', () => {
  const [ONE, ADA, ZOE] = ['one', 'ada', 'zoe'].map((id) => `GET v1/desk/requests/${id}`) as [string, string, string];
  const at = (minute: number) => `2026-11-20T09:${minute}:00.000Z`;
  const ada = deskRequest({ id: 'ada', patient: { id: 'ada', name: 'Ada Roy' }, createdAt: at(50) });
  const zoe = deskRequest({ id: 'zoe', patient: { id: 'zoe', name: 'Zoë Roy' }, createdAt: at(30) });
  const announce = (id: string) => act(async () => publish('change@1', { kind: 'request.updated', id }));
  const names = () => screen.getAllByRole('rowheader').map((header) => within(header).getByRole('button').textContent);

  /** Opens the list, and types a reply to Léa. */
  async function type() {
    const { user, reply } = await openLea();
    await user.type(reply, 'Half a sentence');
    return reply;
  }

  const expectTyping = (reply: HTMLElement) => {
    expect(reply).toBeInTheDocument();
    expect(reply).toHaveValue('Half a sentence');
    expect(reply).toHaveFocus();
  };

  test('requests appear in their order, change in their place and leave when erased; typed text and focus stay', async () => {
    const responses: Record<string, unknown> = { [LIST]: [lea], [ADA]: ada, [ZOE]: zoe };
    const calls = fakeApi(responses);
    const reply = await type();
    const before = calls.length;
    await announce('ada');
    await row(/^Ada Roy/);
    await announce('zoe');
    await row(/^Zoë Roy/);
    expect(names()).toEqual(['Zoë Roy', 'Léa Côté', 'Ada Roy']);
    expectTyping(reply);
    const fetched = calls.slice(before).map(({ route }) => route);
    expect(fetched.filter((route) => route.includes('/requests'))).toEqual([ADA, ZOE]);
    responses[ONE] = { ...lea, status: 'done' };
    responses[ADA] = { status: 404, body: { error: { code: 'NOT_FOUND', message: '' } } };
    await announce('one');
    expect(await screen.findByText(/^Done · /)).toBeVisible();
    await announce('ada');
    await waitFor(() => expect(names()).toEqual(['Zoë Roy', 'Léa Côté']));
    expectTyping(reply);
  });

  test('a request with another status, or on a later page, is not added', async () => {
    const many = Array.from({ length: 50 }, (_, id) => deskRequest({ id: `${id}`, createdAt: at(10) }));
    fakeApi({
      [LIST]: [...many.slice(1), lea],
      'GET v1/desk/requests/seen': { ...zoe, id: 'seen', status: 'seen' },
      [ADA]: ada,
      [ZOE]: zoe,
    });
    await open();
    await screen.findAllByText('Léa Côté');
    for (const id of ['seen', 'ada', 'zoe']) await announce(id);
    expect(await screen.findByText('Zoë Roy')).toBeVisible();
    expect(screen.getAllByText(/^New · /)).toHaveLength(51);
    expect(screen.queryByText('Ada Roy')).toBeNull();
  });

  test('after missed changes, the list catches up, and typed text and focus stay', async () => {
    const list = { current: [lea, ada] };
    fakeApi({
      [LIST]: () => list.current,
      [ADA]: { ...ada, status: 'seen' },
      'GET v1/profiles': [],
    });
    const reply = await type();
    list.current = [zoe, lea];
    act(() => store.setState(({ app }) => ({ app: { ...app, refresh: app.refresh + 1 } })));
    await row(/^Zoë Roy/);
    expect(names()).toEqual(['Zoë Roy', 'Léa Côté', 'Ada Roy']);
    expect(await screen.findByText(/^Seen · /)).toBeVisible();
    expectTyping(reply);
  });
});
