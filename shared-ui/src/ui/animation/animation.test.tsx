import { act, render, waitFor } from '@testing-library/react';
import { stills } from 'tools/media/stills/make';
import { type MockPlayer, players } from '../../testing/lottie-mock.ts';
import { LateWaiting } from '../components/status/Loading.tsx';
import { Animation, type AnimationName } from './Animation.tsx';
import backgroundJson from './lottie/background.json';
import compassJson from './lottie/compass.json';
import loaderJson from './lottie/loader.json';
import scanSuccessJson from './lottie/scan-success.json';
import keptStills from './stills.json';
import keptSuccessStill from './success-still.json';

const SOURCES = {
  background: backgroundJson,
  compass: compassJson,
  loader: loaderJson,
  'scan-success': scanSuccessJson,
};

/** Whether loading the player fails. */
let loadFails = false;
jest.mock('./LottiePlayer.tsx', () => ({
  get LottiePlayer() {
    if (loadFails) throw new Error('broken');
    return jest.requireActual('./LottiePlayer.tsx').LottiePlayer;
  },
}));

beforeEach(() => {
  loadFails = false;
  players.clear();
});
afterEach(() => {
  jest.useRealTimers();
  Reflect.deleteProperty(window, 'matchMedia');
});

function motion(reduced: boolean) {
  Object.defineProperty(window, 'matchMedia', {
    configurable: true,
    value: (query: string) => ({ matches: reduced, media: query }),
  });
}

const stage = () => document.querySelector('[data-animation]');
const still = () => document.querySelector('[data-animation] > svg');

/** Resolves with an animation's player when it is loaded. */
async function loaded(name: AnimationName): Promise<MockPlayer> {
  await waitFor(() => expect(players.get(SOURCES[name])).toBeDefined());
  return players.get(SOURCES[name]) as MockPlayer;
}

/** The animation with callbacks, and what they have reported. */
function scanSuccess() {
  const reported: string[] = [];
  const callbacks = {
    onMarker: (name: string) => void reported.push(name),
    onComplete: () => void reported.push('complete'),
  };
  return { reported, element: <Animation name="scan-success" width={200} {...callbacks} /> };
}

describe('Animation', () => {
  // These two must come first: after them the player is loaded.
  it('keeps the still when the player can’t be loaded', async () => {
    motion(false);
    loadFails = true;
    render(<Animation name="loader" width={100} />);
    await waitFor(() => expect(console.info).toHaveBeenCalled());
    expect(still()).toBeInTheDocument();
  });

  it('shows the still until the player draws and when it can’t, pauses and resumes', async () => {
    const ready = jest.fn();
    motion(false);
    const { rerender } = render(<Animation name="background" onReady={ready} />);
    expect(still()).toHaveAttribute('viewBox', '0 0 360 800');
    expect(stage()).toHaveAttribute('aria-hidden', 'true');
    expect(still()?.querySelectorAll('path')).toHaveLength(stills().background.shapes.length);
    const sky = await loaded('background');
    const rendererSettings = { preserveAspectRatio: 'xMidYMin slice' };
    expect(sky.options).toMatchObject({ src: backgroundJson, autoplay: true, loop: true, rendererSettings });
    expect(still()).toBeInTheDocument();
    expect(ready).not.toHaveBeenCalled();
    act(() => sky.options.subscriptions?.ready?.());
    expect(still()).toBeNull();
    expect(stage()).toHaveAttribute('data-playing');
    expect(ready).toHaveBeenCalledTimes(1);
    sky.pause.mockClear();
    rerender(<Animation name="background" isPaused />);
    expect(sky.pause).toHaveBeenCalledTimes(1);
    sky.play.mockClear();
    rerender(<Animation name="background" />);
    expect(sky.play).toHaveBeenCalledTimes(1);
    act(() => sky.options.subscriptions?.error?.({ error: new Error('broken') }));
    expect(console.info).toHaveBeenCalled();
    expect(still()).toBeInTheDocument();
  });

  it('reports the player’s markers and end', async () => {
    const { reported, element } = scanSuccess();
    motion(false);
    render(element);
    const success = await loaded('scan-success');
    expect(success.options.loop).toBe(false);
    expect(still()).toBeNull();
    act(() => success.options.subscriptions?.marker?.({ marker: 'caption' }));
    act(() => success.options.subscriptions?.complete?.());
    expect(reported).toEqual(['caption', 'complete']);
  });

  it('shows a still with reduced motion, with the same callbacks at the same times', () => {
    motion(true);
    jest.useFakeTimers();
    const { reported, element } = scanSuccess();
    render(element);
    expect(still()).toHaveAttribute('viewBox', '0 0 2000 2000');
    const { fr, op, markers } = scanSuccessJson;
    expect(markers).toEqual([{ cm: 'caption', tm: fr, dr: 0 }]);
    act(() => jest.advanceTimersByTime(999));
    expect(reported).toEqual([]);
    act(() => jest.advanceTimersByTime(1));
    expect(reported).toEqual(['caption']);
    act(() => jest.advanceTimersByTime((op / fr) * 1000 - 1001));
    expect(reported).toEqual(['caption']);
    act(() => jest.advanceTimersByTime(1));
    expect(reported).toEqual(['caption', 'complete']);
    expect(players.size).toBe(0);
  });
});

it('the committed stills match their drawings', () => {
  expect({ ...keptStills, 'scan-success': keptSuccessStill }).toEqual(stills());
});

test('a screen that is loading shows a still compass, so that its files have the network for themselves', async () => {
  jest.useFakeTimers();
  motion(false);
  render(<LateWaiting caption="Loading" />);
  for (const ms of [400, 60_000, 60_000]) await act(() => jest.advanceTimersByTimeAsync(ms));
  expect(still()).not.toBeNull();
  expect(players.size).toBe(0);
});
