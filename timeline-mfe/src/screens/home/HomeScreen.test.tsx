import { act, screen, waitFor, within } from '@testing-library/react';
import { EVENT_TYPE, requestRefresh, runtimeConfig } from 'shared-ui';
import {
  careEvent,
  fakeApi,
  jordan,
  maya,
  openPage,
  openRoutes,
  patient,
  setRuntimeConfig,
  store,
} from 'shared-ui/testing';
import feature from '../../feature.tsx';
import { step, stopClock, supporterRequest, survey, timeline } from '../../testing/home-data.ts';
import { greetingFor } from './HomeScreen.tsx';

const viewed = careEvent({ id: 'viewed', status: 'VIEWED', name: 'Already seen' });
const otherEvents = [
  careEvent({ id: 'earlier', previousStay: true, name: 'Earlier stay' }),
  careEvent({ id: 'mayas', profileId: 2, name: 'Of Maya' }),
];
const open = () => openRoutes(feature.routes, '/app');
const cards = () => screen.getAllByRole('listitem');

beforeEach(openPage);
afterEach(() => jest.useRealTimers());

test('HomeScreen greets the user by name and lists the events of this stay, newest first, including viewed ones', async () => {
  fakeApi(timeline([viewed, survey, ...otherEvents]));
  await open();
  expect(screen.getByRole('heading', { level: 1, name: /^Good (morning|afternoon|evening), Jordan$/ })).toHaveFocus();
  await screen.findByText('Already seen');
  expect(cards().map((card) => within(card).queryByText(/Tell us|New/)?.textContent)).toEqual(['Tell us', undefined]);
  expect(screen.getByRole('link', { name: /How was your admission/ })).toHaveAttribute(
    'href',
    '/profile/1/events/survey',
  );
});

test('HomeScreen greets a user by the preferred name', async () => {
  fakeApi(timeline([survey]));
  store.setState(({ session }) => ({ session: { ...session, me: { ...patient, preferredName: 'Jo' } } }));
  await open();
  expect(screen.getByRole('heading', { level: 1, name: /^Good (morning|afternoon|evening), Jo$/ })).toBeVisible();
});

test('an event card shows when its feedback is waiting to be sent or was refused', async () => {
  fakeApi(timeline([viewed, survey]));
  await open();
  await screen.findByText('How was your admission?');
  const card = () => screen.getByRole('link', { name: /How was your admission/ });
  const unsent = { key: 'key', about: 'survey', survey: 'admission', isInMemoryOnly: false } as const;
  const set = (...found: (typeof unsent & { state: 'waiting' | 'refused' })[]) =>
    act(() => store.setState({ delivery: { unsent: found, drafts: [] } }));
  set({ ...unsent, state: 'waiting' });
  expect(card()).toHaveTextContent('Waiting to send');
  expect(card()).not.toHaveTextContent('Tell us');
  expect(screen.getByRole('link', { name: /Already seen/ })).not.toHaveTextContent('Waiting');
  set({ ...unsent, state: 'refused' });
  expect(card()).toHaveTextContent('Could not be sent');
  set();
  expect(card()).toHaveTextContent('Tell us');
});

test.each([
  ['professional', 1],
  ['staff', 1],
  ['patient', 0],
])('HomeScreen tells %s accounts that they see what a patient would see: %i', async (roleType, times) => {
  fakeApi(timeline([survey]));
  store.setState(({ session }) => ({ session: { ...session, me: { ...patient, roleType } } }));
  await open();
  expect(screen.queryAllByText(/What you see here is what a patient would see/)).toHaveLength(times);
});

test('HomeScreen links to the patient’s records and to what other remotes declare', async () => {
  fakeApi(timeline([survey]));
  await openRoutes(feature.routes, '/app', [{ path: '/pharmacy', label: 'Pharmacy', drawing: undefined }]);
  const links = within(screen.getByRole('navigation', { name: 'More for you' })).getAllByRole('link');
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['My records', '/profile/1/records'],
    ['Pharmacy', '/pharmacy'],
  ]);
});

test('any other path below /app shows home', async () => {
  fakeApi(timeline([survey]));
  await openRoutes(feature.routes, '/app/somewhere/else');
  expect(await screen.findByText('How was your admission?')).toBeVisible();
});

test('HomeScreen shows the next notification on top and the others below it, and nothing on top without a place to be', async () => {
  const wifi = step({ id: 'wifi', title: 'Free Wi-Fi', kind: 'information', icon: 'wifi' });
  fakeApi(timeline([survey], [wifi, step()]));
  await open();
  expect(await screen.findByText('What happens next')).toBeVisible();
  expect(screen.getAllByText('X-ray')).toHaveLength(1);
  expect(screen.getByText('Good to know')).toBeVisible();
  fakeApi(timeline([survey], [wifi]));
  await act(() => requestRefresh());
  await waitFor(() => expect(screen.queryByText('What happens next')).not.toBeInTheDocument());
  expect(screen.getByText('Free Wi-Fi')).toBeVisible();
});

test('home keeps the old data when a refresh fails', async () => {
  const routes: Record<string, unknown> = timeline([survey]);
  fakeApi(routes);
  await open();
  await screen.findByText('How was your admission?');
  delete routes['GET events'];
  await act(() => requestRefresh());
  expect(await screen.findByText(/could not be updated just now/)).toBeVisible();
  expect(screen.getByText('How was your admission?')).toBeVisible();
});

describe('a supporter request', () => {
  const accepted = {
    removedId: 'request',
    profile: maya,
    event: careEvent({ id: 'welcome', type: EVENT_TYPE.SUPPORTER, name: 'Maya Chen', content: 'You support Maya.' }),
  };

  test('is replaced by the profile and its event when accepted', async () => {
    fakeApi({ ...timeline([supporterRequest, survey]), 'POST v1/events/request/accept': accepted });
    const user = await open();
    await user.click(await screen.findByRole('button', { name: 'Accept' }));
    expect(await screen.findByText('You support Maya.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Accept' })).not.toBeInTheDocument();
    expect(store.getState().profiles.list).toEqual([jordan, maya]);
    expect(await screen.findByText('Your answer has been sent.')).toHaveAttribute('role', 'status');
    await waitFor(() => expect(screen.getByRole('region', { name: 'Your events' })).toHaveFocus());
  });

  test('is removed when declined, which is announced', async () => {
    const declined = { isRemoved: true };
    fakeApi({ ...timeline([supporterRequest, survey]), 'POST v1/events/request/decline': declined });
    const user = await open();
    await user.click(await screen.findByRole('button', { name: 'Decline' }));
    const told = await screen.findByText('You have declined. We’ve let the person who invited you know.');
    expect(told).toHaveAttribute('role', 'status');
    expect(screen.queryByRole('button', { name: 'Decline' })).not.toBeInTheDocument();
    await waitFor(() => expect(screen.getByRole('region', { name: 'Your events' })).toHaveFocus());
  });

  test('of the demo stays when declined or when the answer can’t be sent, and its card has no link', async () => {
    const calls = fakeApi({ ...timeline([supporterRequest]), 'POST v1/events/request/decline': { isRemoved: false } });
    const user = await open();
    const card = (await screen.findByText('Maya Chen')).closest('li');
    expect(within(card as HTMLElement).queryByRole('link')).not.toBeInTheDocument();
    expect(screen.getByText('Pending')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Accept' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Your answer could not be sent. Please try again.');
    await user.click(screen.getByRole('button', { name: 'Decline' }));
    expect(await screen.findByText('Nothing has changed. You can still accept later.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Accept' })).toBeEnabled();
    expect(calls.map(({ route }) => route)).toContain('POST v1/events/request/decline');
  });

  test('waits for the patient without a profile', async () => {
    const content = 'Maya now has to say yes.';
    const event = careEvent({ id: 'request', type: EVENT_TYPE.SUPPORTER, status: 'PENDING', name: 'Maya', content });
    const answer = { removedId: 'request', event };
    fakeApi({ ...timeline([supporterRequest]), 'POST v1/events/request/accept': answer });
    const user = await open();
    await user.click(await screen.findByRole('button', { name: 'Accept' }));
    expect(await screen.findByText(content)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Accept' })).not.toBeInTheDocument();
    expect(store.getState().profiles.list).toEqual([jordan]);
  });

  test.each([
    ['Yes, share with them', 'accept'],
    ['No', 'decline'],
  ])('that asks the patient is removed after "%s"', async (name, action) => {
    const ask = { ...supporterRequest, status: 'ACTIONABLE' as const, wantsToFollow: true as const };
    const event = careEvent({ id: 'invite', type: EVENT_TYPE.SUPPORTER, name: 'Sacha' });
    const answer = action === 'accept' ? { removedId: 'request', event } : { isRemoved: true };
    const calls = fakeApi({ ...timeline([ask]), [`POST v1/events/request/${action}`]: answer });
    const user = await open();
    expect(await screen.findByText('Please answer')).toBeVisible();
    await user.click(await screen.findByRole('button', { name }));
    expect(await screen.findByText('Your answer has been sent.')).toHaveAttribute('role', 'status');
    expect(screen.queryByRole('button', { name })).not.toBeInTheDocument();
    expect(calls.map(({ route }) => route)).toContain(`POST v1/events/request/${action}`);
  });
});

test('HomeScreen greets by the hour at the hospital', async () => {
  stopClock('2026-11-29T01:00:00Z');
  setRuntimeConfig({ ...runtimeConfig(), timeZone: 'Pacific/Auckland' });
  fakeApi(timeline([survey]));
  await open();
  expect(screen.getByRole('heading', { level: 1, name: 'Good afternoon, Jordan' })).toBeVisible();
});

test.each([
  [0, 'evening'],
  [4, 'evening'],
  [5, 'morning'],
  [11, 'morning'],
  [12, 'afternoon'],
  [17, 'afternoon'],
  [18, 'evening'],
  [23, 'evening'],
])('greetingFor at hour %i is %s', (hour, greeting) => {
  expect(greetingFor(hour)).toBe(greeting);
});
