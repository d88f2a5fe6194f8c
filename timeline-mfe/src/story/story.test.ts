import { waitFor } from '@testing-library/react';
import type { StoryStepPlayed } from 'mock-api/contract';
import { store } from 'shared-ui';
import { careEvent, fakeApi, jordan, maya, openPage, updateSlice } from 'shared-ui/testing';
import { startStory } from './story.ts';

const clock = {
  now: () => performance.now(),
  // Every delay ends immediately.
  setTimeout: (run: () => void) => setTimeout(run),
  clearTimeout: (handle: unknown) => clearTimeout(handle as number),
};

const sound = jest.fn(async (_profileId: number) => undefined);
let stop: () => void = () => undefined;

const script = (...series: ['patient' | 'supporter', number, number][]) => ({
  series: series.map(([id, length, position]) => ({
    id,
    profileId: id === 'patient' ? 1 : 2,
    steps: Array.from({ length }, (_, index) => ({ index, delayMs: 1000 })),
    position,
  })),
  isStoryDone: false,
});

const played = (fields: Partial<StoryStepPlayed>): StoryStepPlayed => ({
  position: 1,
  isStoryDone: false,
  events: [],
  results: [],
  carePlans: [],
  notifications: [],
  ...fields,
});

const ids = () => store.getState().events.list.map(({ id }) => id);

function hidePage(hidden: boolean) {
  jest.spyOn(document, 'hidden', 'get').mockReturnValue(hidden);
  document.dispatchEvent(new Event('visibilitychange'));
}

beforeEach(() => {
  openPage();
  sound.mockClear();
});

afterEach(() => stop());

test('startStory adds each step’s content to the store with the profile’s sound per new event, until the marker', async () => {
  const admitted = careEvent({ id: 'admitted', createdAt: '2026-11-20T10:00:00.000Z' });
  const survey = careEvent({ id: 'survey', createdAt: '2026-11-20T10:01:00.000Z' });
  const other = careEvent({ id: 'other', profileId: 2, createdAt: '2026-11-20T10:02:00.000Z' });
  updateSlice('events', { list: [admitted] });
  fakeApi({
    'GET v1/story': script(['patient', 2, 0], ['supporter', 1, 0]),
    'POST v1/story/patient/steps/0': played({ events: [admitted] }),
    'POST v1/story/supporter/steps/0': played({ events: [other] }),
    'POST v1/story/patient/steps/1': played({ events: [survey], isStoryDone: true }),
  });
  stop = startStory({ clock, sound });
  expect(store.getState().app.isInitialized).toBe(true);
  await waitFor(() => expect(store.getState().app.isStoryDone).toBe(true));
  expect(ids()).toEqual(['other', 'survey', 'admitted']);
  expect(store.getState().app.isInitialized2).toBe(true);
  // No sound for an event that was known.
  expect(sound.mock.calls.flat().sort()).toEqual([1, 2]);
});

test('the second series starts when a second profile exists', async () => {
  const series: ['patient' | 'supporter', number, number][] = [['patient', 1, 1]];
  fakeApi({
    'GET v1/story': () => script(...series),
    'POST v1/story/supporter/steps/0': played({ events: [careEvent({ id: 'other', profileId: 2 })] }),
  });
  stop = startStory({ clock, sound });
  updateSlice('profiles', { list: [jordan] });
  series.push(['supporter', 1, 0]);
  updateSlice('profiles', { list: [jordan, maya] });
  await waitFor(() => expect(ids()).toEqual(['other']));
});

test('startStory pauses while the page is hidden', async () => {
  const calls = fakeApi({
    'GET v1/story': script(['patient', 1, 0]),
    'POST v1/story/patient/steps/0': played({ events: [careEvent({ id: 'admitted' })] }),
  });
  hidePage(true);
  stop = startStory({ clock, sound });
  await waitFor(() => expect(calls.map(({ route }) => route)).toEqual(['GET v1/story']));
  await new Promise((later) => setTimeout(later, 20));
  expect(calls).toHaveLength(1);
  hidePage(false);
  await waitFor(() => expect(ids()).toEqual(['admitted']));
});

test('startStory reloads the script when the story was restarted elsewhere', async () => {
  const positions = [3, 0];
  const outOfOrder = { status: 409, body: { error: { code: 'STORY_ORDER', message: '' } } };
  fakeApi({
    'GET v1/story': () => script(['patient', 4, positions.shift() ?? 0]),
    'POST v1/story/patient/steps/3': () => (ids().length < 3 ? outOfOrder : played({ isStoryDone: true })),
    ...Object.fromEntries(
      [0, 1, 2].map((index) => [
        `POST v1/story/patient/steps/${index}`,
        played({ events: [careEvent({ id: `step ${index}` })] }),
      ]),
    ),
  });
  stop = startStory({ clock, sound });
  await waitFor(() => expect(store.getState().app.isStoryDone).toBe(true));
  expect(ids()).toEqual(['step 2', 'step 1', 'step 0']);
});

test('startStory stops playing the second series when its profile was removed elsewhere', async () => {
  const scripts = [script(['patient', 2, 0], ['supporter', 5, 3]), script(['patient', 2, 0])];
  const calls = fakeApi({
    'GET v1/story': () => scripts.shift(),
    'POST v1/story/patient/steps/0': played({ events: [careEvent({ id: 'step 0' })] }),
    'POST v1/story/patient/steps/1': played({ isStoryDone: true }),
    'POST v1/story/supporter/steps/3': { status: 404, body: { error: { code: 'NOT_FOUND', message: '' } } },
  });
  stop = startStory({ clock, sound });
  await waitFor(() => expect(store.getState().app.isStoryDone).toBe(true));
  const routes = calls.map(({ route }) => route);
  expect(routes.filter((route) => route === 'GET v1/story')).toHaveLength(2);
  expect(routes.filter((route) => route.includes('supporter'))).toHaveLength(1);
});

test.each([404, 409])('a late response (%d) doesn’t restart a stopped story', async (status) => {
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const error = { code: status === 404 ? 'NOT_FOUND' : 'STORY_ORDER', message: '' };
  const calls = fakeApi({
    'GET v1/story': script(['patient', 1, 0]),
    'POST v1/story/patient/steps/0': () => arrived.then(() => ({ status, body: { error } })),
  });
  stop = startStory({ clock, sound });
  await waitFor(() => expect(calls).toHaveLength(2));
  stop();
  arrive();
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setTimeout(resolve));
  expect(calls).toHaveLength(2);
});

test('startStory does nothing while a story is playing, and can start again after a stop', async () => {
  const calls = fakeApi({ 'GET v1/story': script(['patient', 0, 0]) });
  const loads = () => calls.length;
  stop = startStory({ clock, sound });
  startStory({ clock, sound })();
  await waitFor(() => expect(loads()).toBe(1));
  stop();
  stop = startStory({ clock, sound });
  await waitFor(() => expect(loads()).toBe(2));
});
