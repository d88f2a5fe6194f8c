import { act, render, screen, waitFor } from '@testing-library/react';
import type { ReactElement } from 'react';
import { DRAWINGS, stills } from '../../../../tools/media/animations/make.ts';
import { type MockPlayer, players } from '../../testing/lottie-mock.ts';
import { Animation, type AnimationName, SCAN_SUCCESS } from './Animation.tsx';
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
const player = (name: AnimationName) => players.get(SOURCES[name]);

/** Renders an animation and waits until its player is loaded. Resolves with the player. */
async function load(element: ReactElement<{ name: AnimationName }>) {
  motion(false);
  const shown = render(element);
  const { name } = element.props;
  await waitFor(() => expect(player(name)).toBeDefined());
  return { ...shown, player: player(name) as MockPlayer };
}

describe('Animation', () => {
  // These two must come first: after them the player is loaded.
  it('keeps the still when the player can’t be loaded', async () => {
    motion(false);
    const info = jest.spyOn(console, 'info').mockImplementation(() => undefined);
    loadFails = true;
    render(<Animation name="loader" width={100} />);
    await waitFor(() => expect(info).toHaveBeenCalled());
    expect(still()).toBeInTheDocument();
  });

  it('shows the still until the player draws', async () => {
    motion(false);
    const ready = jest.fn();
    render(<Animation name="background" onReady={ready} />);
    expect(still()).toHaveAttribute('viewBox', '0 0 360 800');
    expect(still()?.querySelectorAll('path')).toHaveLength(stills().background.shapes.length);
    await waitFor(() => expect(player('background')).toBeDefined());
    expect(player('background')?.options).toMatchObject({
      src: backgroundJson,
      autoplay: true,
      loop: true,
      rendererSettings: { preserveAspectRatio: 'xMidYMin slice' },
    });
    expect(still()).toBeInTheDocument();
    expect(ready).not.toHaveBeenCalled();
    act(() => player('background')?.options.subscriptions?.ready?.());
    expect(still()).toBeNull();
    expect(stage()).toHaveAttribute('data-playing');
    expect(ready).toHaveBeenCalledTimes(1);
  });

  it('plays immediately when the player is already loaded', () => {
    motion(false);
    render(<Animation name="background" />);
    expect(player('background')).toBeDefined();
  });

  it('keeps the same box for still and animation', async () => {
    motion(true);
    const { unmount } = render(<Animation name="compass" width={260} />);
    const before = stage()?.getAttribute('style');
    unmount();
    const { player: compass } = await load(<Animation name="compass" width={260} />);
    act(() => compass.options.subscriptions?.ready?.());
    expect(stage()?.getAttribute('style')).toBe(before);
    expect(before).toContain('aspect-ratio: 3.75');
  });

  it('reports the player’s markers and end', async () => {
    const reported: string[] = [];
    const { player: success } = await load(
      <Animation
        name="scan-success"
        width={200}
        onMarker={(name) => reported.push(name)}
        onComplete={() => reported.push('complete')}
      />,
    );
    expect(success.options.loop).toBe(false);
    expect(still()).toBeNull();
    act(() => success.options.subscriptions?.marker?.({ marker: 'caption' }));
    act(() => success.options.subscriptions?.complete?.());
    expect(reported).toEqual(['caption', 'complete']);
  });

  it('pauses and resumes', async () => {
    const { rerender, player: sky } = await load(<Animation name="background" />);
    sky.pause.mockClear();
    rerender(<Animation name="background" isPaused />);
    expect(sky.pause).toHaveBeenCalledTimes(1);
    sky.play.mockClear();
    rerender(<Animation name="background" />);
    expect(sky.play).toHaveBeenCalledTimes(1);
  });

  it('shows a still with reduced motion, with the same callbacks at the same times', () => {
    motion(true);
    jest.useFakeTimers();
    const reported: string[] = [];
    render(
      <Animation
        name="scan-success"
        width={200}
        onMarker={(name) => reported.push(name)}
        onComplete={() => reported.push('complete')}
      />,
    );
    expect(still()).toHaveAttribute('viewBox', '0 0 2000 2000');
    expect(reported).toEqual([]);
    act(() => jest.advanceTimersByTime(1000));
    expect(reported).toEqual(['caption']);
    act(() => jest.advanceTimersByTime(1000));
    expect(reported).toEqual(['caption', 'complete']);
    expect(players.size).toBe(0);
  });

  it('keeps the still when the player can’t play the animation', async () => {
    const info = jest.spyOn(console, 'info').mockImplementation(() => undefined);
    const { player: compass } = await load(<Animation name="compass" width={100} />);
    act(() => compass.options.subscriptions?.error?.({ error: new Error('broken') }));
    expect(info).toHaveBeenCalled();
    expect(still()).toBeInTheDocument();
  });

  it('is hidden from screen readers', () => {
    render(<Animation name="compass" width={200} />);
    expect(stage()).toHaveAttribute('aria-hidden', 'true');
    expect(screen.queryByRole('img')).toBeNull();
  });
});

it('the committed stills match the animations', () => {
  expect({ ...keptStills, 'scan-success': keptSuccessStill }).toEqual(stills());
});

it('SCAN_SUCCESS matches the caption and end in its Lottie JSON', () => {
  const { fr, op, markers } = scanSuccessJson;
  expect(markers).toEqual([{ cm: 'caption', tm: (SCAN_SUCCESS.caption / 1000) * fr, dr: 0 }]);
  expect(SCAN_SUCCESS.end).toBe((op / fr) * 1000);
});

describe('drawings', () => {
  it.each([
    ['background', backgroundJson, { fr: 60, op: 5100, w: 360, h: 800 }, 20],
    ['compass', compassJson, { fr: 30, op: 90, w: 1500, h: 400 }, 11],
    ['loader', loaderJson, { fr: 60, op: 300, w: 2000, h: 2000 }, 7],
    ['scan-success', scanSuccessJson, { fr: 60, op: 120, w: 2000, h: 2000 }, 14],
  ] as const)('%s matches its script, size and duration, and is small', (name, saved, size, kilobytes) => {
    expect(saved).toEqual(DRAWINGS[name]());
    expect(saved).toMatchObject(size);
    expect(JSON.stringify(saved).length).toBeLessThan(kilobytes * 1024);
  });

  it.each(['background', 'compass', 'loader'] as const)('%s ends in its initial state', (name) => {
    const turns: [number, number][] = [];
    JSON.stringify(DRAWINGS[name](), (key, value) => {
      if (key === 'r' && value.a === 1) turns.push([value.k[0].s[0], value.k.at(-1).s[0]]);
      return value;
    });
    expect(turns.length).toBeGreaterThan(0);
    // A star looks the same after a quarter of a turn.
    for (const [first, last] of turns) expect((last - first) % 90).toBe(0);
  });

  /** Returns the frames and easings of every animated value in a piece of Lottie JSON. */
  function moments(json: unknown): string[] {
    const found: string[] = [];
    JSON.stringify(json, (_key, value) => {
      if (value?.a === 1)
        found.push(JSON.stringify(value.k.map(({ t, o, i }: { t: number; o?: object; i?: object }) => [t, o, i])));
      return value;
    });
    return found;
  }

  it.each(['background', 'compass', 'loader', 'scan-success'] as const)(
    '%s animates only whole layers, each with a single timing',
    (name) => {
      const { layers, assets } = JSON.parse(JSON.stringify(DRAWINGS[name]()));
      const all = [...layers, ...assets.flatMap((scene: { layers: object[] }) => scene.layers)];
      for (const { ks, shapes = [] } of all) {
        expect(moments(shapes)).toEqual([]);
        expect(new Set(moments([ks.p, ks.s, ks.r])).size).toBeLessThanOrEqual(1);
      }
    },
  );
});
