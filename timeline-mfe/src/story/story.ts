import type { Story, StorySeries, StoryStepPlayed } from 'mock-api/contract';
import {
  ApiFailure,
  addEvents,
  addRecords,
  call,
  markStoryBegun,
  markStoryDone,
  markStoryStopped,
  playSound,
  replaceNotifications,
  restartStory,
  store,
} from 'shared-ui';
import { director } from './director.ts';
import { type Clock, createStoryEngine, type StoryEngine } from './engine.ts';

/** Fetches the demo story's script and the user's position in it. @throws ApiFailure */
const fetchStory = () => call<Story>('get', 'v1/story');

/** Plays one step of the story. Idempotent: playing it again adds nothing. @throws ApiFailure */
const playStoryStep = (series: StorySeries, index: number) =>
  call<StoryStepPlayed>('post', `v1/story/${series}/steps/${index}`);

/** Delay before the script is fetched again (ms). */
const RELOAD_DELAY_MS = 2000;

/** Pause reason while the page is hidden. */
const HIDDEN = 'hidden';

/** Pause reason while the server restarts the story. */
const RESTARTING = 'restarting';

/** Number of profiles from which the second series plays (docs/product-rules.md#story). */
const PROFILES_FOR_SECOND = 2;

const browserClock: Clock = {
  now: () => performance.now(),
  setTimeout: (run, ms) => setTimeout(run, ms),
  clearTimeout: (handle) => clearTimeout(handle as number),
};

const newEventSound = (profileId: number) => playSound('new-event', profileId);

interface StoryEnvironment {
  clock: Clock;
  /** Plays the sound for a new event of this profile. */
  sound(profileId: number): Promise<void>;
}

function receive(played: StoryStepPlayed, sound: StoryEnvironment['sound']): void {
  const { events, results, carePlans, notifications } = played;
  const known = new Set(store.getState().events.list.map(({ id }) => id));
  const firstNew = events.find(({ id }) => !known.has(id));
  addRecords(results, carePlans);
  addEvents(events);
  replaceNotifications(notifications);
  if (firstNew) sound(firstNew.profileId);
}

/** The story was restarted elsewhere: the step is out of order, or its series no longer exists. */
class ScriptChangedError extends Error {}

const SCRIPT_CHANGED_CODES = ['STORY_ORDER', 'NOT_FOUND'];

async function play(series: StorySeries, index: number): Promise<StoryStepPlayed> {
  try {
    return await playStoryStep(series, index);
  } catch (error) {
    const hasChanged = error instanceof ApiFailure && SCRIPT_CHANGED_CODES.includes(error.code);
    throw hasChanged ? new ScriptChangedError('The story script has changed', { cause: error }) : error;
  }
}

function createEngine(environment: StoryEnvironment, onScriptChanged: () => void): StoryEngine {
  return createStoryEngine<StorySeries, StoryStepPlayed>({
    clock: environment.clock,
    load: fetchStory,
    play,
    onBegin: markStoryBegun,
    onPlayed: (played) => receive(played, environment.sound),
    onProgress: (series) => director.report(series),
    onDone: markStoryDone,
    onFailed: (error) => {
      console.info('A story request failed and will be retried', error);
      if (error instanceof ScriptChangedError) onScriptChanged();
    },
  });
}

/** Calls `listener` each time the number of profiles becomes high enough for the second series. */
function onSecondProfile(listener: () => void): () => void {
  return store.subscribe((now, before) => {
    const isEnough = now.profiles.list.length >= PROFILES_FOR_SECOND;
    if (isEnough && before.profiles.list.length < PROFILES_FOR_SECOND) listener();
  });
}

/**
 * Plays the demo story into the store from the server's position; paused while the page is hidden. Does nothing if
 * the story is already playing. Returns a function that stops it.
 */
export function startStory(environment: StoryEnvironment = { clock: browserClock, sound: newEventSound }): () => void {
  if (store.getState().app.isInitialized) return () => undefined;
  let engine: StoryEngine;
  let reloadTimer: unknown;
  const pauseWhenHidden = () => (document.hidden ? engine.pause(HIDDEN) : engine.resume(HIDDEN));
  // Restarted elsewhere (a reset on another phone): this engine's script is outdated.
  const restartLater = () => {
    engine.stop();
    reloadTimer = environment.clock.setTimeout(begin, RELOAD_DELAY_MS);
  };
  const begin = () => {
    engine = createEngine(environment, restartLater);
    director.attach({ engine, restart });
    pauseWhenHidden();
    engine.start();
  };
  const restart = async () => {
    engine.pause(RESTARTING);
    try {
      await restartStory();
    } catch (error) {
      engine.resume(RESTARTING);
      throw error;
    }
    engine.stop();
    begin();
  };
  begin();
  markStoryBegun('patient');
  const unsubscribe = onSecondProfile(() => engine.refresh());
  document.addEventListener('visibilitychange', pauseWhenHidden);
  return () => {
    engine.stop();
    director.detach();
    environment.clock.clearTimeout(reloadTimer);
    unsubscribe();
    document.removeEventListener('visibilitychange', pauseWhenHidden);
    markStoryStopped();
  };
}
