import { act, screen, waitFor, within } from '@testing-library/react';
import type { GoingHome, NewRequest } from 'mock-api/contract';
import { publish } from 'shared-ui/bus';
import { fakeApi, openPage, pretendVisible } from 'shared-ui/testing';
import { axeViolations } from 'shared-ui/testing/axe';
import { goingHome } from '../../testing/going-home.ts';
import { allergy } from '../../testing/hospital-record.ts';
import { openScreen, sharedBy } from '../../testing/records.ts';
import { requestText } from './checklist.ts';

pretendVisible();

const NOTHING: GoingHome = { ...goingHome, plans: [], medications: [], ticked: [] };
const PATH = 'v1/profiles/1/going-home';
const REQUESTS = 'v1/profiles/1/requests';

/** Returns the API's routes with this list, which keep what is asked and sent. */
function api(answer: GoingHome, more: object = {}) {
  const asked: object[] = [];
  const sent: NewRequest[] = [];
  const send = (body: NewRequest) => {
    sent.push(body);
    const request = { ...body, id: `r${asked.length}`, replies: [], createdAt: new Date().toISOString() };
    asked.unshift(request);
    return { status: 201, body: request };
  };
  const answers = {
    [`GET ${PATH}`]: answer,
    [`GET ${REQUESTS}`]: () => [...asked],
    [`POST ${REQUESTS}`]: send,
    ...more,
  };
  return { answers, sent };
}

const open = (answer: GoingHome, more: object = {}) => openScreen('going-home', api(answer, more).answers);
const box = (name: string) => screen.findByRole('checkbox', { name });

beforeEach(openPage);

test('GoingHomeScreen lists warnings, medications with their times, contacts, allergies and advice', async () => {
  await open(goingHome);
  expect(await box('Walk')).toBeChecked();
  expect(screen.getAllByRole('checkbox').map((one) => one.closest('label')?.textContent)).toEqual([
    'Don’t drive',
    'Do not take: Ibuprofen',
    'Iron',
    'I know who to call',
    'I know what I am allergic to',
    'Walk',
  ]);
  for (const text of ['No visit is booked yet.', 'Ticked: 1 of 6']) expect(screen.getByText(text)).toBeVisible();
  const emergencies = screen.getAllByText('In an emergency: call 911');
  expect(emergencies).toHaveLength(2);
  const first = await box('Don’t drive');
  expect(emergencies[0]?.compareDocumentPosition(first)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  for (const text of [/^When: 8:00.a\.m\.$/, /^From Northside General Hospital, checked/])
    expect(screen.getByText(text)).toBeVisible();
  const plan = screen.getByRole('link', { name: 'See the whole plan' });
  expect(plan).toHaveAttribute('href', '/profile/1/care-plans/plan');
});

test('GoingHomeScreen lists allergies before a statement that there are none', async () => {
  const listed = { statement: 'No known allergies', conflict: 'These don’t agree', items: [allergy()] };
  await open({ ...goingHome, allergies: { ...goingHome.allergies, ...listed } });
  const point = (await box('I know what I am allergic to')).closest('li');
  expect(point).toHaveTextContent(/These don’t agree.*Sulfa antibiotics.*No known allergies/);
});

test('GoingHomeScreen lists what staff have arranged, in their words', async () => {
  const arranged = [
    { point: 'ride', kind: 'ride' as const, text: 'Your sister, by car' },
    { point: 'walker', kind: 'equipment' as const, text: 'A walker' },
  ];
  await open({ ...goingHome, arranged });
  expect((await box('I know how I get home')).closest('li')).toHaveTextContent('Your sister, by car');
  expect((await box('I know about this for home')).closest('li')).toHaveTextContent('A walker');
  expect(screen.getByText('Ticked: 1 of 8')).toBeVisible();
});

test('a tick is saved, and taken back if that fails', async () => {
  const save = jest.fn(() => ({ ticked: ['iron', 'walk'] }));
  const user = await open(goingHome, { [`POST ${PATH}`]: save });
  await user.click(await box('Iron'));
  expect(await box('Iron')).toBeChecked();
  expect(save).toHaveBeenCalledWith(expect.objectContaining({ point: 'iron', isTicked: true }));
  fakeApi({ [`POST ${PATH}`]: { status: 500, body: {} } });
  await user.click(await box('Walk'));
  expect(await screen.findByRole('alert')).toHaveTextContent('Your tick could not be saved.');
  expect(await box('Walk')).toBeChecked();
  expect(await box('Iron')).toBeChecked();
});

test('a point that isn’t clear becomes a request with its text, and says when it was sent', async () => {
  const { answers, sent } = api(goingHome);
  const user = await openScreen('going-home', answers);
  await user.click(await screen.findByRole('button', { name: /^I’m not sure about this\s*: Iron$/ }));
  expect(screen.getByText(/This is not for emergencies/)).toBeVisible();
  await user.type(screen.getByLabelText('What would you like to know?'), 'With milk?');
  await user.click(screen.getByRole('button', { name: 'Send to the hospital' }));
  expect(await screen.findByText('Sent. Your care team can see it now. A reply comes in My requests.')).toBeVisible();
  const text = 'I’m not sure about this: Iron; 1 tablet; When: 8:00\u00a0a.m.; For: Anemia\n\nWith milk?';
  expect(sent).toEqual([{ kind: 'question', about: { type: 'going-home', id: 'iron' }, text }]);
  expect(await screen.findByText(/^Sent \d/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'My requests' })).toHaveAttribute('href', '/profile/1/requests');
});

test('a point that isn’t clear loses its tick, says who comes to explain it, and gets the tick back once it is explained', async () => {
  const saved: unknown[] = [];
  const save = (tick: { isTicked: boolean }) => {
    saved.push(tick.isTicked);
    return { ticked: tick.isTicked ? ['walk'] : [] };
  };
  const { answers } = api(goingHome, { [`POST ${PATH}`]: save });
  const user = await openScreen('going-home', answers);
  await user.click(await screen.findByRole('button', { name: /: Walk$/ }));
  await user.click(screen.getByRole('button', { name: 'Send to the hospital' }));
  await waitFor(() => expect(screen.getByRole('checkbox', { name: 'Walk' })).not.toBeChecked());
  const [sent] = (answers[`GET ${REQUESTS}`] as () => object[])();
  const become = async (fields: object) => {
    fakeApi({ ...answers, [`GET ${REQUESTS}`]: [{ ...sent, ...fields }] });
    await act(async () => publish('change@1', { kind: 'request.updated', id: 'r0', profileId: 1 }));
  };
  await become({ status: 'on-the-way', assignee: 'Dana Whitfield' });
  expect(await screen.findByText('Dana Whitfield is coming to explain this', { selector: 'span' })).toBeVisible();
  expect(screen.queryByRole('button', { name: /^I understand now/ })).toBeNull();
  await become({ status: 'done', assignee: 'Dana Whitfield' });
  expect(await screen.findByText('Dana Whitfield has explained this', { selector: 'span' })).toBeVisible();
  expect(await axeViolations()).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'I understand now : Walk' }));
  expect(await box('Walk')).toBeChecked();
  expect(await box('Walk')).toHaveFocus();
  expect(screen.queryByRole('button', { name: /^I understand now/ })).toBeNull();
  expect(saved).toEqual([false, true]);
});

test('what was typed about a point is kept when it can’t be sent, and when the user leaves the screen', async () => {
  const user = await open(goingHome, { [`POST ${REQUESTS}`]: () => Promise.reject(new TypeError('Failed to fetch')) });
  const field = 'What would you like to know?';
  const goTo = (path: string) =>
    act(() => {
      history.pushState(null, '', path);
      dispatchEvent(new PopStateEvent('popstate'));
    });
  await user.click(await screen.findByRole('button', { name: /: Walk$/ }));
  await user.type(screen.getByLabelText(field), 'How far?');
  await user.click(screen.getByRole('button', { name: 'Send to the hospital' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('What you wrote is still here.');
  goTo('/app');
  await waitFor(() => expect(screen.queryByLabelText(field)).not.toBeInTheDocument());
  goTo('/profile/1/going-home');
  expect(await screen.findByLabelText(field)).toHaveValue('How far?');
});

test('a supporter who may not ask the hospital can tick, and has no question to send', async () => {
  const requests = jest.fn(() => []);
  const answers = {
    'GET v1/profiles': sharedBy({ feedback: false }),
    'GET v1/profiles/2/going-home': { ...goingHome, appointments: null },
    'GET v1/profiles/2/requests': requests,
  };
  await openScreen('going-home', answers, 2);
  expect(await box('Walk')).toBeChecked();
  expect(screen.queryByRole('button', { name: /not sure/ })).not.toBeInTheDocument();
  expect(screen.queryByText('Your next visits')).not.toBeInTheDocument();
  expect(requests).not.toHaveBeenCalled();
});

test('GoingHomeScreen shows an empty state until the hospital has sent something', async () => {
  await open(NOTHING);
  expect(await screen.findByRole('heading', { name: 'Your list is not ready yet' })).toBeVisible();
});

test('the printed page has name, points and their ticks, and is there only while the browser prints', async () => {
  await open(goingHome);
  await box('Walk');
  const page = () => document.querySelector<HTMLElement>('[data-printed-page]');
  expect(page()).toBeNull();
  act(() => void dispatchEvent(new Event('beforeprint')));
  const printed = within(page() as HTMLElement);
  expect(printed.getByText('Jordan Avery')).toBeInTheDocument();
  const iron = printed.getByText('Iron').closest('li');
  expect(iron).toHaveTextContent(/^Iron – 1 tablet; When: 8:00.a\.m\.; For: Anemia$/);
  expect(printed.getByText('Walk').closest('li')).toHaveAttribute('data-ticked', 'true');
  act(() => void dispatchEvent(new Event('afterprint')));
  expect(page()).toBeNull();
});

test('requestText shortens a long point, never what the person typed', () => {
  const point = { point: 'p', title: 'T'.repeat(3000), lines: [], lang: null };
  const text = requestText(point, ` ${'typed '.repeat(100)}`);
  expect(text).toHaveLength(2000);
  expect(text.endsWith('typed')).toBe(true);
});
