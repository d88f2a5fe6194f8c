import { act, screen, waitFor, within } from '@testing-library/react';
import { publish } from 'shared-ui/bus';
import { fakeApi, openPage, openRoutes, pretendVisible, setLocale, store } from 'shared-ui/testing';
import feature from '../../feature.tsx';
import { deskRequest, template } from '../../testing/desk.ts';

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
  expect(calls.filter(({ route }) => route.startsWith('POST'))).toEqual([
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
  const line = screen.getByRole('row', { name: /^Léa Côté Born Mar.* 14, 1958 · Room 412 Question From the patient/ });
  expect(within(line).getByRole('button')).toHaveAttribute('aria-expanded', 'true');
});

test('RequestRow ignores shortcut letters that are typed into the reply', async () => {
  const calls = fakeApi({ [LIST]: [lea] });
  const user = await open();
  await user.click(await row(/^Léa Côté/));
  await user.type(screen.getByLabelText('Reply'), 'sdr');
  expect(screen.getByLabelText('Reply')).toHaveValue('sdr');
  expect(calls.map(({ route }) => route).filter((route) => !route.startsWith('GET'))).toEqual([]);
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
  await waitFor(() => expect(screen.queryByRole('table')).toBeNull());
});

test('RequestsScreen opens the request that the address names', async () => {
  fakeApi({ 'GET v1/desk/requests?status=seen&limit=50': [sam, lea] });
  await openRoutes(feature.routes, '/desk/requests?status=seen&open=one');
  expect(await row(/^Léa Côté/)).toHaveAttribute('aria-expanded', 'true');
  expect(await row(/^Sam Roy/)).toHaveAttribute('aria-expanded', 'false');
});

const TEMPLATES = 'GET v1/desk/templates';
const soon = template({
  id: 'soon',
  title: { en: 'Soon', fr: 'Bientôt' },
  text: { en: 'We come.', fr: 'Nous venons.' },
});
const event = template({ id: 'event', kind: 'event', title: { en: 'Lunch', fr: 'Dîner' } });

test('TemplatePicker inserts a reply in the language of who asked, and never over typed text without asking', async () => {
  fakeApi({
    [LIST]: [deskRequest({ id: 'one', language: 'fr' })],
    [TEMPLATES]: { templates: [event, soon], mayEdit: true },
  });
  const user = await open();
  await user.click(await row(/^Léa Côté/));
  const picker = await screen.findByRole('combobox', { name: 'Template', description: /Inserted in French/ });
  expect(within(picker).queryByRole('option', { name: 'Lunch' })).toBeNull();
  const insert = async () => {
    await user.selectOptions(picker, 'Soon');
    await user.click(screen.getByRole('button', { name: 'Insert' }));
  };
  await insert();
  const reply = screen.getByLabelText('Reply');
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

test('TemplatePicker links to the templates only for staff who may edit them', async () => {
  fakeApi({ [LIST]: [lea], [TEMPLATES]: { templates: [soon], mayEdit: false } });
  const user = await open();
  await user.click(await row(/^Léa Côté/));
  await screen.findByLabelText('Template');
  expect(screen.queryByRole('link', { name: 'Edit templates' })).toBeNull();
});

test('RequestsScreen shows its keys except on touch devices', async () => {
  fakeApi({ [LIST]: [lea] });
  await open();
  const hint = await screen.findByText(/^Keys in the list/);
  expect(hint).toBeVisible();
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]).map(({ cssText }) => cssText);
  const touch = rules.filter((rule) => rule.includes('(pointer: coarse)') && rule.includes('display: none'));
  expect(touch.some((rule) => [...hint.classList].some((name) => rule.includes(name)))).toBe(true);
});

describe('while the list is open', () => {
  const ONE = 'GET v1/desk/requests/one';
  const at = (minute: number) => `2026-11-20T09:${minute}:00.000Z`;
  const ada = deskRequest({ id: 'ada', patient: { id: 'ada', name: 'Ada Roy' }, createdAt: at(50) });
  const zoe = deskRequest({ id: 'zoe', patient: { id: 'zoe', name: 'Zoë Roy' }, createdAt: at(30) });
  const announce = (id: string) => act(async () => publish('change@1', { kind: 'request.updated', id }));
  const names = () => screen.getAllByRole('rowheader').map((header) => within(header).getByRole('button').textContent);

  /** Opens the list, and types a reply to Léa. */
  async function type() {
    const user = await open();
    await user.click(await row(/^Léa Côté/));
    const reply = screen.getByLabelText('Reply');
    await user.type(reply, 'Half a sentence');
    return reply;
  }

  const expectTyping = (reply: HTMLElement) => {
    expect(reply).toBeInTheDocument();
    expect(reply).toHaveValue('Half a sentence');
    expect(reply).toHaveFocus();
  };

  test('new requests appear in their order, and typed text and focus stay', async () => {
    const calls = fakeApi({ [LIST]: [lea], 'GET v1/desk/requests/ada': ada, 'GET v1/desk/requests/zoe': zoe });
    const reply = await type();
    const before = calls.length;
    await announce('ada');
    await row(/^Ada Roy/);
    await announce('zoe');
    await row(/^Zoë Roy/);
    expect(names()).toEqual(['Zoë Roy', 'Léa Côté', 'Ada Roy']);
    expectTyping(reply);
    const fetched = calls.slice(before).map(({ route }) => route);
    expect(fetched.filter((route) => route.includes('/requests'))).toEqual([
      'GET v1/desk/requests/ada',
      'GET v1/desk/requests/zoe',
    ]);
  });

  test('a request that a colleague has done shows so in its place, and an erased one leaves', async () => {
    const gone = { status: 404, body: { error: { code: 'NOT_FOUND', message: '' } } };
    fakeApi({ [LIST]: [lea, ada], [ONE]: { ...lea, status: 'done' }, 'GET v1/desk/requests/ada': gone });
    const reply = await type();
    await announce('one');
    expect(await screen.findByText(/^Done · /)).toBeVisible();
    expectTyping(reply);
    await announce('ada');
    await waitFor(() => expect(names()).toEqual(['Léa Côté']));
    expectTyping(reply);
  });

  test('a request with another status, or on a later page, is not added', async () => {
    const many = Array.from({ length: 50 }, (_, id) => deskRequest({ id: `${id}`, createdAt: at(10) }));
    fakeApi({
      [LIST]: [...many.slice(1), lea],
      'GET v1/desk/requests/seen': { ...zoe, id: 'seen', status: 'seen' },
      'GET v1/desk/requests/ada': ada,
      'GET v1/desk/requests/zoe': zoe,
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
      'GET v1/desk/requests/ada': { ...ada, status: 'seen' },
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
