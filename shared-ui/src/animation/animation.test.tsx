import { act, render, screen, waitFor } from '@testing-library/react';
import type { UseLottieOptions } from 'lottie-react';
import { Animation } from './Animation.tsx';
import compassJson from './compass.json';
import { compass } from './make/compass.ts';
import { scanSuccess } from './make/scanSuccess.ts';
import scanSuccessJson from './scan-success.json';

/** What the product's player asked of the library, last time. */
let asked: UseLottieOptions | undefined;

jest.mock('lottie-react', () => ({
  useLottieLight: (options: UseLottieOptions) => {
    asked = options;
    return { setDisplayRef: () => undefined };
  },
}));

function motion(reduced: boolean) {
  Object.defineProperty(window, 'matchMedia', {
    configurable: true,
    value: (query: string) => ({ matches: reduced, media: query }),
  });
}

beforeEach(() => {
  asked = undefined;
});
afterEach(() => {
  jest.useRealTimers();
  Reflect.deleteProperty(window, 'matchMedia');
});

describe('Animation', () => {
  it('plays the drawing once it is here, and passes its moments on', async () => {
    motion(false);
    const marker = jest.fn();
    const complete = jest.fn();
    render(<Animation name="scan-success" width={200} onMarker={marker} onComplete={complete} />);
    await waitFor(() => expect(asked).toMatchObject({ loop: false, autoplay: true }));
    expect(asked?.src).toMatchObject({ op: 120 });
    asked?.subscriptions?.marker?.({ marker: 'caption' });
    asked?.subscriptions?.complete?.();
    expect(marker).toHaveBeenCalledWith('caption');
    expect(complete).toHaveBeenCalledTimes(1);
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
    expect(asked).toBeUndefined();
  });

  it('falls back to the still picture when the drawing can’t be played', async () => {
    motion(false);
    render(<Animation name="compass" width={200} />);
    await waitFor(() => expect(asked).toBeDefined());
    act(() => asked?.subscriptions?.error?.({ error: new Error('broken') }));
    await waitFor(() => expect(document.querySelector('[data-animation] svg')).toBeInTheDocument());
  });

  it('is hidden from screen readers', () => {
    render(<Animation name="compass" width={200} />);
    expect(screen.queryByRole('img')).toBeNull();
  });
});

describe('the drawings', () => {
  it.each([
    ['scan-success', scanSuccessJson, scanSuccess(), { fr: 60, op: 120, w: 2000, h: 2000 }],
    ['compass', compassJson, compass(), { fr: 30, op: 90, w: 1500, h: 400 }],
  ])('%s is what its script makes, in its size and length, under 6 kB', (_, kept, made, size) => {
    expect(kept).toEqual(made);
    expect(kept).toMatchObject(size);
    expect(JSON.stringify(kept).length).toBeLessThan(6 * 1024);
  });

  it('compass ends where it began', () => {
    const needles = compassJson.layers.slice(0, 2).map((layer) => layer.ks.r.k);
    for (const keys of needles) {
      if (!Array.isArray(keys)) throw new Error('The needle does not move.');
      expect(keys.at(-1)?.s).toEqual(keys[0]?.s);
    }
  });
});
