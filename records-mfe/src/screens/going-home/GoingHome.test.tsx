import { act, screen, waitFor, within } from '@testing-library/react';
import type { GoingHome, NewRequest } from 'mock-api/contract';
import { changeSettings } from 'shared-ui';
import { fakeApi, jordan, maya, openPage, openRoutes, pretendVisible, supporter } from 'shared-ui/testing';
import feature from '../../feature.tsx';
import { goingHome } from '../../testing/going-home.ts';
import { routes } from '../../testing/records.ts';
import { requestText } from './checklist.ts';

pretendVisible();

const NOTHING: GoingHome = { ...goingHome, plans: [], medications: [], ticked: [] };
const PATH = 'v1/profiles/1/going-home';
const REQUESTS = 'v1/profiles/1/requests';

/** The API with this list, which keeps what is asked. */
function api(answer: GoingHome, more: object = {}) {
  const asked: object[] = [];
  const send = (body: NewRequest) => {
    const request = { ...body, id: `r${asked.length}`, replies: [], createdAt: new Date().toISOString() };
    asked.unshift(request);
    return { status: 201, body: request };
  };
  const fixed = { [`GET ${PATH}`]: answer, [`GET ${REQUESTS}`]: () => [...asked], [`POST ${REQUESTS}`]: send };
  return fakeApi({ ...routes([], []), ...fixed, ...more });
}

const open = (profileId = 1) =>
  openRoutes([...feature.routes, { path: '/app', element: null }], `/profile/${profileId}/going-home`);
const box = (name: string) => screen.findByRole('checkbox', { name });

beforeEach(() => {
  openPage();
  changeSettings({ locale: 'en' });
  jest.spyOn(console, 'info').mockImplementation(() => undefined);
});

test('GoingHomeScreen lists warnings, medications with their times, contacts, allergies and advice', async () => {
  api(goingHome);
  await open();
  expect(await box('Walk')).toBeChecked();
  expect(screen.getAllByRole('checkbox').map((one) => one.closest('label')?.textContent)).toEqual([
    'Not: Drive',
    'Do not take: Ibuprofen',
    'Iron',
    'I know who to call',
    'I know what I am allergic to',
    'Walk',
  ]);
  expect(screen.getByText(/^When: 8:00.a\.m\.$/)).toBeVisible();
  expect(screen.getByText('No visit is booked yet.')).toBeVisible();
  expect(screen.getByText('In an emergency: call 911')).toBeVisible();
  expect(screen.getByText('Ticked: 1 of 6')).toBeVisible();
  expect(screen.getByRole('link', { name: 'See the whole plan' })).toHaveAttribute(
    'href',
    '/profile/1/care-plans/plan',
  );
  expect(screen.getByText(/^From Northside General Hospital, checked/)).toBeVisible();
});

test('a tick is saved, and taken back if that fails', async () => {
  const more: Record<string, unknown> = { [`POST ${PATH}`]: { ticked: ['iron', 'walk'] } };
  const calls = api(goingHome, more);
  const user = await open();
  await user.click(await box('Iron'));
  expect(await box('Iron')).toBeChecked();
  expect(calls.at(-1)).toMatchObject({ route: `POST ${PATH}`, body: { point: 'iron', isTicked: true } });
  api(goingHome, { [`POST ${PATH}`]: { status: 500, body: {} } });
  await user.click(await box('Walk'));
  expect(await screen.findByRole('alert')).toHaveTextContent('Your tick could not be saved.');
  expect(await box('Walk')).toBeChecked();
  expect(await box('Iron')).toBeChecked();
});

test('a point that isn’t clear becomes a request with its text, and says when it was sent', async () => {
  const calls = api(goingHome);
  const user = await open();
  await user.click(await screen.findByRole('button', { name: /^I’m not sure about this\s*: Iron$/ }));
  expect(screen.getByText(/This is not for emergencies/)).toBeVisible();
  await user.type(screen.getByLabelText('What would you like to know?'), 'With milk?');
  await user.click(screen.getByRole('button', { name: 'Send to the hospital' }));
  expect(await screen.findByText('Sent. The hospital will reply in My requests.')).toBeVisible();
  expect(calls.find(({ route }) => route === `POST ${REQUESTS}`)?.body).toEqual({
    kind: 'question',
    about: { type: 'going-home', id: 'iron' },
    text: 'I’m not sure about this: Iron; 1 tablet; When: 8:00\u00a0a.m.; For: Anemia\n\nWith milk?',
  });
  expect(await screen.findByText(/^Sent \d/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'My requests' })).toHaveAttribute('href', '/profile/1/requests');
});

test('what was typed about a point is kept when it can’t be sent, and when the user leaves the screen', async () => {
  api(goingHome, { [`POST ${REQUESTS}`]: () => Promise.reject(new TypeError('Failed to fetch')) });
  const user = await open();
  await user.click(await screen.findByRole('button', { name: /: Walk$/ }));
  const field = 'What would you like to know?';
  await user.type(screen.getByLabelText(field), 'How far?');
  await user.click(screen.getByRole('button', { name: 'Send to the hospital' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('What you wrote is still here.');
  act(() => history.pushState(null, '', '/app'));
  act(() => void dispatchEvent(new PopStateEvent('popstate')));
  await waitFor(() => expect(screen.queryByLabelText(field)).not.toBeInTheDocument());
  act(() => history.pushState(null, '', '/profile/1/going-home'));
  act(() => void dispatchEvent(new PopStateEvent('popstate')));
  expect(await screen.findByLabelText(field)).toHaveValue('How far?');
});

test('a supporter who may not ask the hospital can tick, and has no question to send', async () => {
  const permissions = { ...supporter({ id: 's' }).permissions, feedback: false };
  const calls = fakeApi({
    ...routes([], []),
    'GET v1/profiles': [jordan, { ...maya, permissions }],
    'GET v1/profiles/2/going-home': { ...goingHome, appointments: null },
  });
  await open(2);
  expect(await box('Walk')).toBeChecked();
  expect(screen.queryByRole('button', { name: /not sure/ })).not.toBeInTheDocument();
  expect(screen.queryByText('Your next visits')).not.toBeInTheDocument();
  expect(calls.map(({ route }) => route)).not.toContain('GET v1/profiles/2/requests');
});

test('GoingHomeScreen shows an empty state until the hospital has sent something', async () => {
  api(NOTHING);
  await open();
  expect(await screen.findByRole('heading', { name: 'Your list is not ready yet' })).toBeVisible();
});

test('the printed page has name, points and their ticks, and is there only while the browser prints', async () => {
  api(goingHome);
  await open();
  await box('Walk');
  const page = () => document.querySelector<HTMLElement>('[data-printed-page]');
  expect(page()).toBeNull();
  act(() => void dispatchEvent(new Event('beforeprint')));
  const printed = within(page() as HTMLElement);
  expect(printed.getByText('Jordan Avery')).toBeInTheDocument();
  expect(printed.getByText('Iron').closest('li')).toHaveTextContent(
    /^Iron – 1 tablet; When: 8:00.a\.m\.; For: Anemia$/,
  );
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
