import {
  ApiFailure,
  addEvents,
  addRecords,
  fetchStory,
  patch,
  playStoryStep,
  type StorySeries,
  type StoryStepPlayed,
  store,
} from 'shared-ui';
import { NEW_EVENT_VOLUME, playChime } from './chime.ts';
import { type Clock, createStoryEngine, type StoryEngine } from './engine.ts';

/** The profile whose events make no sound (specification, section 4). */
const QUIET_PROFILE = 2;

/** How long to wait before the script is read anew, in milliseconds. */
const REREAD_MS = 2000;

/** From this many profiles on the second series plays (specification, section 4). */
const PROFILES_FOR_SECOND = 2;

const BEGUN: Record<StorySeries, 'isInitialized' | 'isInitialized2'> = {
  patient: 'isInitialized',
  supporter: 'isInitialized2',
};

const browserClock: Clock = {
  now: () => performance.now(),
  setTimeout: (run, ms) => setTimeout(run, ms),
  clearTimeout: (handle) => clearTimeout(handle as number),
};

export interface StorySurroundings {
  clock: Clock;
  /** Plays the sound of a new event; `volume` 0 to 1. */
  sound(volume: number): Promise<void>;
}

function receive({ events, results, carePlans }: StoryStepPlayed, sound: StorySurroundings['sound']): void {
  const known = new Set(store.getState().events.list.map(({ id }) => id));
  const isHeard = events.some(({ id, profileId }) => !known.has(id) && profileId !== QUIET_PROFILE);
  addRecords(results, carePlans);
  addEvents(events);
  if (isHeard) sound(NEW_EVENT_VOLUME).catch((error) => console.info('The sound could not be played', error));
}

const isOutOfOrder = (error: unknown) => error instanceof ApiFailure && error.code === 'STORY_ORDER';

function createEngine(surroundings: StorySurroundings, onOutOfOrder: () => void): StoryEngine {
  return createStoryEngine<StorySeries, StoryStepPlayed>({
    clock: surroundings.clock,
    load: fetchStory,
    play: playStoryStep,
    onBegin: (series) => patch('app', { [BEGUN[series]]: true }),
    onPlayed: (played) => receive(played, surroundings.sound),
    onDone: () => patch('app', { isStoryDone: true }),
    onFailed: (error) => {
      console.info('The story has to wait', error);
      if (isOutOfOrder(error)) onOutOfOrder();
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
 * Nothing happens when it is playing already. Gives the way to stop it.
 */
export function startStory(surroundings: StorySurroundings = { clock: browserClock, sound: playChime }): () => void {
  if (store.getState().app.isInitialized) return () => undefined;
  let engine: StoryEngine;
  let reread: unknown;
  const hold = () => (document.hidden ? engine.pause() : engine.resume());
  // Begun again elsewhere (a reset on another phone): what this engine knows of the script is old.
  const beginAnew = () => {
    engine.stop();
    reread = surroundings.clock.setTimeout(begin, REREAD_MS);
  };
  const begin = () => {
    engine = createEngine(surroundings, beginAnew);
    hold();
    engine.start();
  };
  begin();
  patch('app', { isInitialized: true });
  const unsubscribe = onSecondProfile(() => engine.look());
  document.addEventListener('visibilitychange', hold);
  return () => {
    engine.stop();
    surroundings.clock.clearTimeout(reread);
    unsubscribe();
    document.removeEventListener('visibilitychange', hold);
    patch('app', { isInitialized: false, isInitialized2: false });
  };
}
