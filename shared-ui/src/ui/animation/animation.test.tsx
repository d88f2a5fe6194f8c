import { act, render, screen, waitFor } from '@testing-library/react';
import type { ReactElement } from 'react';
import { DRAWINGS } from '../../../../e2e/media/animations/drawings.ts';
import backgroundJson from '../../../../e2e/media/animations/lottie/background.json';
import compassJson from '../../../../e2e/media/animations/lottie/compass.json';
import loaderJson from '../../../../e2e/media/animations/lottie/loader.json';
import scanSuccessJson from '../../../../e2e/media/animations/lottie/scan-success.json';
import { type Drawing, tracksOf } from '../../../../e2e/media/animations/tracks.ts';
import { Animation } from './Animation.tsx';

/** A movement that the browser was asked for, and what has been done to it. */
interface Movement {
  element: Element;
  keyframes: Keyframe[];
  timing: KeyframeAnimationOptions;
  state: 'running' | 'paused' | 'cancelled';
}

let movements: Movement[] = [];

beforeEach(() => {
  movements = [];
  // jsdom moves nothing.
  Element.prototype.animate = function (this: Element, keyframes: Keyframe[], timing: KeyframeAnimationOptions) {
    const movement: Movement = { element: this, keyframes, timing, state: 'running' };
    movements.push(movement);
    const set = (state: Movement['state']) => () => {
      movement.state = state;
    };
    return { play: set('running'), pause: set('paused'), cancel: set('cancelled') };
  } as unknown as typeof Element.prototype.animate;
});
afterEach(() => {
  jest.useRealTimers();
  Reflect.deleteProperty(window, 'matchMedia');
  Reflect.deleteProperty(Element.prototype, 'animate');
});

function motion(reduced: boolean) {
  Object.defineProperty(window, 'matchMedia', {
    configurable: true,
    value: (query: string) => ({ matches: reduced, media: query }),
  });
}

describe('Animation', () => {
  const picture = () => document.querySelector('[data-animation] svg');

  /** Shows an animation until its drawing has come and is on the page, with the clock in the test's hand. */
  async function play(element: ReactElement) {
    motion(false);
    jest.useFakeTimers();
    const shown = render(element);
    while (movements.length === 0) await act(() => jest.advanceTimersByTimeAsync(0));
    return shown;
  }

  it('plays the drawing once it is here, names its moments, and ends', async () => {
    const ready = jest.fn();
    const said: string[] = [];
    await play(
      <Animation
        name="scan-success"
        width={200}
        onReady={ready}
        onMarker={(name) => said.push(name)}
        onComplete={() => said.push('complete')}
      />,
    );
    expect(picture()).toHaveAttribute('viewBox', '0 0 2000 2000');
    expect(ready).toHaveBeenCalledTimes(1);
    expect(movements.length).toBeGreaterThan(10);
    for (const { timing } of movements) expect(timing).toMatchObject({ duration: 2000, iterations: 1, fill: 'both' });
    act(() => jest.advanceTimersByTime(900));
    expect(said).toEqual([]);
    act(() => jest.advanceTimersByTime(200));
    expect(said).toEqual(['caption']);
    act(() => jest.advanceTimersByTime(60_000));
    expect(said).toEqual(['caption', 'complete']);
  });

  it('leaves the movement to the browser: each layer by what was drawn for it, for as long as its run takes', async () => {
    await play(<Animation name="background" />);
    const layers = picture()?.querySelector(':scope > g');
    const of = (element: Element | null | undefined) => movements.filter((movement) => movement.element === element);
    // The traveller is the topmost layer, drawn last: once along the way in 85 s, again and again.
    const traveller = of(layers?.lastElementChild);
    expect(traveller.map(({ timing }) => timing)).toEqual([
      { duration: 85_000, iterations: Number.POSITIVE_INFINITY, direction: 'normal', fill: 'both' },
      { duration: 85_000, iterations: Number.POSITIVE_INFINITY, direction: 'normal', fill: 'both' },
    ]);
    expect(traveller[0]?.keyframes[0]).toMatchObject({
      offset: 0,
      transform: 'translate(40px, 408px) rotate(0deg) scale(1, 1)',
    });
    // The small stars twinkle in a scene of 5 s, to and fro.
    const twinkling = movements.filter(({ timing }) => timing.direction === 'alternate');
    expect(twinkling.filter(({ timing }) => timing.duration === 5_000).length).toBeGreaterThan(3);
    for (const { element } of twinkling) expect(element.parentElement?.parentElement).toBe(layers);
  });

  it('can be held, goes on from there, and ends when it leaves', async () => {
    const states = () => [...new Set(movements.map(({ state }) => state))];
    const { rerender, unmount } = await play(<Animation name="background" />);
    const begun = movements.length;
    expect(states()).toEqual(['running']);
    rerender(<Animation name="background" isPaused />);
    expect(states()).toEqual(['paused']);
    rerender(<Animation name="background" />);
    expect(states()).toEqual(['running']);
    expect(movements).toHaveLength(begun);
    unmount();
    expect(states()).toEqual(['cancelled']);
  });

  it('stands still under reduced motion, with the same moments at the same times', () => {
    motion(true);
    jest.useFakeTimers();
    const said: string[] = [];
    render(
      <Animation
        name="scan-success"
        width={200}
        onMarker={(name) => said.push(name)}
        onComplete={() => said.push('complete')}
      />,
    );
    expect(document.querySelector('[data-animation] svg')).toBeInTheDocument();
    act(() => jest.advanceTimersByTime(1000));
    expect(said).toEqual(['caption']);
    act(() => jest.advanceTimersByTime(1000));
    expect(said).toEqual(['caption', 'complete']);
    expect(movements).toEqual([]);
  });

  it('falls back to the still picture when the drawing can’t be shown', async () => {
    motion(false);
    jest.spyOn(console, 'info').mockImplementation(() => undefined);
    Element.prototype.animate = () => {
      throw new Error('broken');
    };
    render(<Animation name="compass" width={200} />);
    expect(picture()).toBeNull();
    await waitFor(() => expect(document.querySelector('[data-animation] > svg')).toBeInTheDocument());
  });

  it('shares no id with the same animation elsewhere on the page', async () => {
    await play(
      <>
        <Animation name="loader" width={100} />
        <Animation name="loader" width={100} />
      </>,
    );
    const ids = [...document.querySelectorAll('[data-animation] svg [id]')].map(({ id }) => id);
    expect(ids.length).toBeGreaterThan(0);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(document.querySelector(`[clip-path="url(#${id})"]`)).not.toBeNull();
  });

  it('is hidden from screen readers', () => {
    render(<Animation name="compass" width={200} />);
    expect(screen.queryByRole('img')).toBeNull();
  });
});

describe('the drawings', () => {
  it.each([
    ['background', backgroundJson, { fr: 60, op: 5100, w: 360, h: 800 }, 20],
    ['compass', compassJson, { fr: 30, op: 90, w: 1500, h: 400 }, 11],
    ['loader', loaderJson, { fr: 60, op: 300, w: 2000, h: 2000 }, 7],
    ['scan-success', scanSuccessJson, { fr: 60, op: 120, w: 2000, h: 2000 }, 14],
  ] as const)('%s is what its script makes, in its size and length, and small', (name, kept, size, kilobytes) => {
    expect(kept).toEqual(DRAWINGS[name]());
    expect(kept).toMatchObject(size);
    expect(JSON.stringify(kept).length).toBeLessThan(kilobytes * 1024);
  });

  it.each(['background', 'compass', 'loader'] as const)('%s ends where it began', (name) => {
    const turns: [number, number][] = [];
    JSON.stringify(DRAWINGS[name](), (key, value) => {
      if (key === 'r' && value.a === 1) turns.push([value.k[0].s[0], value.k.at(-1).s[0]]);
      return value;
    });
    expect(turns.length).toBeGreaterThan(0);
    // A star looks the same after a quarter of a turn.
    for (const [first, last] of turns) expect((last - first) % 90).toBe(0);
  });

  /** The frames and eases of every value that moves, in a piece of Lottie's JSON. */
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
    '%s: only whole layers move, each with one rhythm, within the run',
    (name) => {
      const { layers, assets } = JSON.parse(JSON.stringify(DRAWINGS[name]()));
      const all = [...layers, ...assets.flatMap((scene: Drawing['assets'][number]) => scene.layers)];
      for (const { ks, shapes = [] } of all) {
        expect(moments(shapes)).toEqual([]);
        expect(new Set(moments([ks.p, ks.s, ks.r])).size).toBeLessThanOrEqual(1);
      }
      const tracks = tracksOf(JSON.parse(JSON.stringify(DRAWINGS[name]())));
      expect(tracks.length).toBeGreaterThan(0);
      for (const { keyframes } of tracks) {
        const offsets = keyframes.map(({ offset }) => Number(offset));
        expect([offsets[0], offsets.at(-1)]).toEqual([0, 1]);
        expect(offsets).toEqual(offsets.toSorted((a, b) => a - b));
      }
    },
  );
});
