import { act, renderHook } from '@testing-library/react';
import type { Profile } from 'mock-api/contract';
import { EVENT_TYPE } from '../../contract/events.ts';
import { forgetToken, saveToken } from '../../platform/http/token.ts';
import { runtimeConfig, setRuntimeConfig } from '../../platform/runtime.ts';
import { careEvent, cut, fakeApi, jordan, maya, openPage, supporter, updateSlice } from '../../testing/index.ts';
import { useEnsureLoaded } from '../freshness.ts';
import { changeSettings } from '../settings/settings-actions.ts';
import { store, waitFor } from '../store.ts';
import {
  acceptRequest,
  addEvents,
  bringEventBack,
  dismissEventsAbout,
  ensureTimeline,
  loadTimeline,
  reconcile,
  removeEvent,
} from './events.ts';

const first = careEvent({ id: 'first', createdAt: '2026-11-20T09:00:00.000Z' });
const second = careEvent({ id: 'second', createdAt: '2026-11-20T09:01:00.000Z' });
const third = careEvent({ id: 'third', createdAt: '2026-11-20T09:02:00.000Z' });

const ids = () => store.getState().events.list.map(({ id }) => id);
const timeline = (events: unknown) => ({
  'GET events': events,
  'GET v1/profiles': [jordan],
  'GET v1/notifications': [],
});

beforeEach(openPage);

test('reconcile keeps what has changed here since the request', () => {
  const viewed = careEvent({ ...first, status: 'VIEWED' });
  for (const [answer, before, current, expected] of [
    [[second, first], [first], [first], [second, first]],
    [[first], [first], [third, first], [third, first]],
    [[second, first], [second, first], [first], [first]],
    [[first], [second, first], [second, first], [first]],
    [[first], [first], [viewed], [viewed]],
  ])
    expect(reconcile(answer ?? [], before ?? [], current ?? [])).toEqual(expected);
});

test('ensureTimeline shares a request in progress, fetches once, again after a language change, and not for a visitor', async () => {
  const calls = fakeApi(timeline([first]));
  const fetches = () => calls.filter(({ route }) => route === 'GET events').length;
  await Promise.all([loadTimeline(), ensureTimeline(), loadTimeline()]);
  expect(ids()).toEqual(['first']);
  await ensureTimeline();
  expect(fetches()).toBe(1);
  changeSettings({ locale: 'fr' });
  await ensureTimeline();
  expect(fetches()).toBe(2);
  openPage();
  updateSlice('session', { status: 'anonymous' });
  await ensureTimeline();
  expect(fetches()).toBe(2);
});

test('a screen that stays open requests its content in the new language when that changes', async () => {
  fakeApi(timeline([first]));
  const languages = () =>
    jest
      .mocked(fetch)
      .mock.calls.map(([request]) => request as Request)
      .filter(({ url }) => url.endsWith('/events'))
      .map(({ headers }) => headers.get('accept-language'));
  renderHook(() => useEnsureLoaded(ensureTimeline));
  await waitFor(({ events }) => events.loading === 'ready');
  act(() => changeSettings({ locale: 'fr' }));
  await waitFor(({ events }) => events.loading === 'ready');
  expect(languages()).toEqual(['en-CA', 'fr-CA']);
});

test('events count as read when they were requested, and viewing one later reads no other', async () => {
  const now = jest.spyOn(Date, 'now').mockReturnValue(1_000);
  const slow = () => {
    now.mockReturnValue(9_000);
    return [first];
  };
  fakeApi({ ...timeline(slow), 'POST v1/events/first/view': { ...first, status: 'VIEWED', viewed: true } });
  await loadTimeline();
  await dismissEventsAbout('first');
  now.mockRestore();
  expect(store.getState().events).toMatchObject({ fetchedAt: 1_000, list: [{ id: 'first', viewed: true }] });
});

test('loadTimeline does not show a response for the previous user to the next one who makes the same request', async () => {
  let next: Promise<void> | undefined;
  fakeApi(
    timeline(() => {
      if (next) return [second];
      openPage();
      next = loadTimeline();
      return [first];
    }),
  );
  await loadTimeline();
  expect(ids()).not.toContain('first');
  await next;
  expect(ids()).toEqual(['second']);
});

test('removeEvent hides the event immediately, and bringEventBack restores it in place', async () => {
  updateSlice('events', { list: [third, second, first] });
  fakeApi({ 'DELETE v1/events/second': undefined, 'POST v1/events/second/restore': second });
  const removed = removeEvent(second);
  expect(ids()).toEqual(['third', 'first']);
  await removed;
  await bringEventBack('second');
  expect(ids()).toEqual(['third', 'second', 'first']);
});

test('a response from before a deletion does not restore the event, but a later one does', async () => {
  updateSlice('events', { list: [second, first] });
  fakeApi({ 'DELETE v1/events/second': undefined, ...timeline([second, first]) });
  await removeEvent(second);
  await loadTimeline();
  addEvents([second]);
  expect(ids()).toEqual(['first']);
  addEvents([{ ...second, updatedAt: '2026-11-20T12:00:00.000Z' }]);
  expect(ids()).toEqual(['second', 'first']);
});

test('bringEventBack waits for a deletion in progress', async () => {
  updateSlice('events', { list: [second, first] });
  const order: string[] = [];
  fakeApi({
    'DELETE v1/events/second': async () => {
      await new Promise((resolve) => setTimeout(resolve));
      order.push('deleted');
    },
    'POST v1/events/second/restore': () => {
      order.push('brought back');
      return second;
    },
  });
  await Promise.all([removeEvent(second), bringEventBack('second')]);
  expect(order).toEqual(['deleted', 'brought back']);
  expect(ids()).toEqual(['second', 'first']);
});

test('bringEventBack sends nothing and keeps the event in place when the deletion in progress fails', async () => {
  updateSlice('events', { list: [second, first] });
  const calls = fakeApi({});
  const removed = removeEvent(second);
  const back = bringEventBack('second');
  await expect(removed).rejects.toMatchObject({ kind: 'unreachable' });
  await back;
  expect(ids()).toEqual(['second', 'first']);
  expect(calls.map(({ route }) => route)).toEqual(['DELETE v1/events/second']);
});

test.each([
  ['could not be deleted', () => removeEvent(first)],
  ['was viewed last', () => dismissEventsAbout('first')],
])('an event that %s does not come back once its user has signed out', async (_, act) => {
  saveToken('secret');
  updateSlice('events', { list: [first] });
  const leave = () => {
    forgetToken();
    openPage();
  };
  const view = () => {
    leave();
    return first;
  };
  fakeApi({ 'POST v1/events/first/view': view }, () => {
    leave();
    return cut();
  });
  await act().catch((error: unknown) => expect(error).toMatchObject({ kind: 'unreachable' }));
  expect(ids()).toEqual([]);
});

test('dismissEventsAbout marks the events that lead to a result as viewed, except pending ones', async () => {
  const news = careEvent({ id: 'news', linkId: 'blood' });
  const pending = careEvent({ id: 'pending', linkId: 'blood', status: 'PENDING' });
  updateSlice('events', { list: [news, pending, first] });
  const calls = fakeApi({ 'POST v1/events/news/view': { ...news, status: 'VIEWED', viewed: true } });
  await dismissEventsAbout('blood');
  expect(store.getState().events.list.map(({ status }) => status)).toEqual(['VIEWED', 'PENDING', 'NOT_VIEWED']);
  expect(calls.map(({ route }) => route)).toEqual(['POST v1/events/news/view']);
});

test('dismissEventsAbout skips an event with a half-filled form, which would not be found again', async () => {
  const survey = careEvent({ id: 'survey', status: 'ACTIONABLE' });
  updateSlice('events', { list: [survey] });
  updateSlice('delivery', { drafts: ['survey'] });
  const calls = fakeApi({});
  await dismissEventsAbout('survey');
  expect(store.getState().events.list).toEqual([survey]);
  expect(calls).toEqual([]);
});

test('dismissEventsAbout skips a survey that was not sent, except in the demo', async () => {
  const survey = careEvent({ id: 'survey', type: EVENT_TYPE.BLOOD_SURVEY, status: 'ACTIONABLE', linkId: 'blood' });
  updateSlice('events', { list: [survey] });
  const calls = fakeApi({ 'POST v1/events/survey/view': { ...survey, status: 'VIEWED' } });
  const demo = runtimeConfig();
  setRuntimeConfig({ ...demo, demo: false });
  await dismissEventsAbout('survey');
  await dismissEventsAbout('blood');
  expect(calls).toEqual([]);
  setRuntimeConfig(demo);
  await dismissEventsAbout('survey');
  expect(store.getState().events.list.map(({ status }) => status)).toEqual(['VIEWED']);
});

describe('acceptRequest', () => {
  const { permissions } = supporter({ id: 's' });
  const accepted = (profile: Profile) => ({ removedId: 'request', profile, event: second });

  test('fetches what the patient shares at once, and shows that it is loading', async () => {
    updateSlice('events', { list: [first], loading: 'ready' });
    const shared = { ...maya, permissions };
    fakeApi({
      ...timeline([third]),
      'GET v1/profiles': [jordan, shared],
      'POST v1/events/request/accept': accepted(shared),
    });
    await acceptRequest('request');
    expect(store.getState().profiles.list).toEqual([shared]);
    expect(store.getState().events.loading).toBe('loading');
    await waitFor(({ events }) => events.loading === 'ready');
    expect(ids()).toContain('third');
  });

  test('fetches nothing for the demo’s second patient, whose story begins', async () => {
    updateSlice('events', { list: [careEvent({ id: 'request', type: 12 })] });
    updateSlice('profiles', { list: [jordan] });
    const calls = fakeApi({ 'POST v1/events/request/accept': accepted(maya) });
    await acceptRequest('request');
    expect(calls).toHaveLength(1);
    expect(ids()).toEqual(['second']);
    expect(store.getState().profiles.list).toEqual([jordan, maya]);
  });
});

test('an event that can’t be marked as viewed because it is no longer shared is removed', async () => {
  addEvents([first]);
  fakeApi({ 'POST v1/events/first/view': { status: 404, body: { error: { code: 'NOT_FOUND', message: '' } } } });
  await dismissEventsAbout('first');
  expect(ids()).toEqual([]);
});
