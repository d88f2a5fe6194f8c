import type { StorySeries, StoryStepPlayed } from 'mock-api/contract';
import {
  ApiFailure,
  addEvents,
  addRecords,
  markStoryBegun,
  markStoryDone,
  markStoryStopped,
  playSound,
  replaceNotifications,
  restartStory,
  store,
} from 'shared-ui';
import { fetchStory, playStoryStep } from '../api/story.ts';
import { director } from './director.ts';
import { type Clock, createStoryEngine, type StoryEngine } from './engine.ts';

/** How long to wait before the script is read anew, in milliseconds. */
const REREAD_MS = 2000;

/** Why the story is held while the page is hidden. */
const HIDDEN = 'hidden';

/** Why it is held while the server starts it again. */
const RESTARTING = 'restarting';

/** From this many profiles on the second series plays (docs/product-rules.md#story). */
const PROFILES_FOR_SECOND = 2;

const browserClock: Clock = {
  now: () => performance.now(),
  setTimeout: (run, ms) => setTimeout(run, ms),
  clearTimeout: (handle) => clearTimeout(handle as number),
};

const newEventSound = (profileId: number) => playSound('new-event', profileId);

export interface StorySurroundings {
  clock: Clock;
  /** Plays the sound of a new event of this profile's. */
  sound(profileId: number): Promise<void>;
}

function receive(played: StoryStepPlayed, sound: StorySurroundings['sound']): void {
  const { events, results, carePlans, notifications } = played;
  const known = new Set(store.getState().events.list.map(({ id }) => id));
  const heard = events.find(({ id }) => !known.has(id));
  addRecords(results, carePlans);
  addEvents(events);
  replaceNotifications(notifications);
  if (heard) sound(heard.profileId);
}

/** The story was begun again elsewhere: the step is out of order, or its series is no more. */
class OtherScript extends Error {}

const OTHER_SCRIPT = ['STORY_ORDER', 'NOT_FOUND'];

async function play(series: StorySeries, index: number): Promise<StoryStepPlayed> {
  try {
    return await playStoryStep(series, index);
  } catch (error) {
    const isOther = error instanceof ApiFailure && OTHER_SCRIPT.includes(error.code);
    throw isOther ? new OtherScript('The script is another one by now', { cause: error }) : error;
  }
}

function createEngine(surroundings: StorySurroundings, onOtherScript: () => void): StoryEngine {
  return createStoryEngine<StorySeries, StoryStepPlayed>({
    clock: surroundings.clock,
    load: fetchStory,
    play,
    onBegin: markStoryBegun,
    onPlayed: (played) => receive(played, surroundings.sound),
    onProgress: (series) => director.report(series),
    onDone: markStoryDone,
    onFailed: (error) => {
      console.info('The story has to wait', error);
      if (error instanceof OtherScript) onOtherScript();
    },
  });
}

/** Runs `listener` each time the second series has become possible, and not before. */
function onSecondProfile(listener: () => void): () => void {
  return store.subscribe((now, before) => {
    const isEnough = now.profiles.list.length >= PROFILES_FOR_SECOND;
    if (isEnough && before.profiles.list.length < PROFILES_FOR_SECOND) listener();
  });
}

/**
 * Keeps the demo story playing into the store, where the server says it has come to; held while the page is hidden.
 * Nothing happens when it is playing already. Returns the way to stop it.
 */
export function startStory(
  surroundings: StorySurroundings = { clock: browserClock, sound: newEventSound },
): () => void {
  if (store.getState().app.isInitialized) return () => undefined;
  let engine: StoryEngine;
  let reread: unknown;
  const hold = () => (document.hidden ? engine.pause(HIDDEN) : engine.resume(HIDDEN));
  // Begun again elsewhere (a reset on another phone): what this engine knows of the script is old.
  const beginAnew = () => {
    engine.stop();
    reread = surroundings.clock.setTimeout(begin, REREAD_MS);
  };
  const begin = () => {
    engine = createEngine(surroundings, beginAnew);
    director.take({ engine, restart });
    hold();
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
  const unsubscribe = onSecondProfile(() => engine.look());
  document.addEventListener('visibilitychange', hold);
  return () => {
    engine.stop();
    director.leave();
    surroundings.clock.clearTimeout(reread);
    unsubscribe();
    document.removeEventListener('visibilitychange', hold);
    markStoryStopped();
  };
}
