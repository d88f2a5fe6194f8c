import { act, fireEvent, render, screen } from '@testing-library/react';
import { BrowserRouter } from 'react-router-dom';
import { changeSettings, paths, store } from 'shared-ui';
import { openAsVisitor, takeAnyDomain } from '../../testing/show.tsx';
import { STEPS, type Step } from './steps.ts';
import { Tutorial } from './Tutorial.tsx';

const SECOND = 1_000;
const FILES = { tallest: '/tallest.mp4', tall: '/tall.mp4', medium: '/medium.mp4', standard: '/standard.mp4' };

let isStill: boolean;
let play: jest.Mock<Promise<void>>;

/** Videos that play as long as the clock of the test runs. */
class PretendVideo {
  #start: { clock: number; time: number } | null = null;
  #stood = 0;

  get time(): number {
    return this.#start ? this.#start.time + (Date.now() - this.#start.clock) / SECOND : this.#stood;
  }
  set time(time: number) {
    this.#stood = time;
  }
  play(): void {
    this.#start = { clock: Date.now(), time: this.time };
  }
  pause(): void {
    this.#stood = this.time;
    this.#start = null;
  }
}

const pretended = new WeakMap<HTMLMediaElement, PretendVideo>();

function behind(element: HTMLMediaElement): PretendVideo {
  const known = pretended.get(element) ?? new PretendVideo();
  pretended.set(element, known);
  return known;
}

const MEDIA: PropertyDescriptorMap & ThisType<HTMLMediaElement> = {
  currentTime: {
    configurable: true,
    get() {
      return behind(this).time;
    },
    set(time: number) {
      behind(this).time = time;
    },
  },
  play: {
    configurable: true,
    value() {
      behind(this).play();
      return play();
    },
  },
  pause: {
    configurable: true,
    value() {
      behind(this).pause();
    },
  },
};

const real = Object.getOwnPropertyDescriptors(HTMLMediaElement.prototype);

beforeAll(() => {
  Object.defineProperties(HTMLMediaElement.prototype, MEDIA);
});

afterAll(() => {
  for (const name of ['currentTime', 'play', 'pause'] as const) {
    Object.defineProperty(HTMLMediaElement.prototype, name, real[name]);
  }
});

beforeEach(() => {
  jest.useFakeTimers();
  openAsVisitor();
  changeSettings({ isUserValidated: true, viewTutorial: true });
  isStill = false;
  Object.defineProperty(globalThis, 'matchMedia', { configurable: true, value: () => ({ matches: isStill }) });
  play = jest.fn(() => Promise.resolve());
});

afterEach(() => {
  jest.useRealTimers();
  Reflect.deleteProperty(globalThis, 'matchMedia');
});

function open(steps: readonly [Step, ...Step[]] = STEPS, files: Record<string, string> = FILES) {
  history.replaceState(null, '', paths.onboarding.tutorial);
  render(
    <BrowserRouter>
      <Tutorial steps={steps} files={files} />
    </BrowserRouter>,
  );
}

/** Lets time pass in small pieces, so that React follows. */
async function wait(seconds: number) {
  for (let left = Math.max(seconds * SECOND, 1); left > 0; left -= 50) {
    await act(() => jest.advanceTimersByTimeAsync(Math.min(left, 50)));
  }
}

const press = async (name: string) => {
  fireEvent.click(screen.getByRole('button', { name }));
  await wait(0);
};
const button = (name: string) => screen.queryByRole('button', { name });
const film = () => document.querySelector('video') as HTMLVideoElement;

test('begins muted after a second, pauses at the end of the step, and then shows Next', async () => {
  open();
  expect(film().muted).toBe(true);
  await wait(0.9);
  expect(play).not.toHaveBeenCalled();
  await wait(0.2);
  expect(play).toHaveBeenCalledTimes(1);
  await wait(5.3);
  expect(button('Next')).toBeNull();
  await wait(0.2);
  expect(button('Next')).toBeVisible();
  expect(screen.getByText('The video is paused.')).toBeInTheDocument();
  expect(film().currentTime).toBeCloseTo(5.5, 1);
});

test('goes through all twelve steps, the next one a second after Next, to "start"', async () => {
  open();
  let last = 0;
  for (const { at } of STEPS.slice(0, -1)) {
    await wait(1 + at - last + 0.1);
    expect(film().currentTime).toBeCloseTo(at, 0);
    await press('Next');
    expect(button('Next')).toBeNull();
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
    last = at;
  }
  await wait(1 + 75 - last + 0.1);
  expect(button('Next')).toBeNull();
  await press('start');
  expect(store.getState().settings.viewTutorial).toBe(false);
  expect(location.pathname).toBe(paths.app.root);
});

test('a step with text waits for its box', async () => {
  open([
    { key: 'step1', at: 2, percent: 0, consent: 'tutorial.step12.text' },
    { key: 'step2', at: 3, percent: 0 },
  ]);
  await wait(3.1);
  expect(button('Next')).toBeDisabled();
  fireEvent.click(screen.getByRole('checkbox', { name: /This is a demo/ }));
  expect(button('Next')).toBeEnabled();
  await press('Next');
  await wait(2.1);
  expect(screen.queryByRole('checkbox')).toBeNull();
  expect(button('start')).toBeEnabled();
});

test('the note of step 4 says who can be a supporter in the trial', async () => {
  open(STEPS.slice(3) as unknown as [Step, ...Step[]]);
  await wait(0);
  expect(screen.getByText(/a Supporter needs an approved hospital e-mail domain/)).toBeVisible();
});

test('the note of step 4 allows any address where any domain is let in', async () => {
  takeAnyDomain();
  open(STEPS.slice(3) as unknown as [Step, ...Step[]]);
  await wait(0);
  expect(screen.getByText(/They can sign up with any email address/)).toBeVisible();
});

test('can be stopped and played again', async () => {
  open();
  await wait(3);
  await press('Pause');
  await wait(20);
  expect(button('Next')).toBeNull();
  await press('Play');
  await wait(3.6);
  expect(button('Next')).toBeVisible();
});

test('a browser that does not let it start by itself leaves the start to the person', async () => {
  play.mockRejectedValueOnce(new DOMException('Not now', 'NotAllowedError'));
  open();
  await wait(1.1);
  await press('Play');
  await wait(5.6);
  expect(button('Next')).toBeVisible();
});

test('a phone that pauses it leaves the rest to the person', async () => {
  open();
  await wait(2);
  fireEvent.pause(film());
  expect(button('Play')).toBeVisible();
});

test.each([
  ['can not be played', async () => void fireEvent.error(film())],
  [
    'does not start',
    async () => {
      play.mockRejectedValueOnce(new DOMException('No', 'NotSupportedError'));
      await wait(1.1);
    },
  ],
])('a video that %s: the same steps to read, with no way back to it', async (_why, breakVideo) => {
  open();
  await breakVideo();
  await wait(0);
  expect(film()).toBeNull();
  expect(screen.getByText('Step 1 of 12')).toBeVisible();
  expect(button('Next')).toBeEnabled();
  expect(button('Watch the video')).toBeNull();
});

test('can be read instead, at the same step, and watched again from where it is', async () => {
  open();
  await wait(6.6);
  await press('Next');
  await press('Read instead');
  expect(screen.getByText('Step 2 of 12')).toBeVisible();
  await press('Next');
  await press('Watch the video');
  expect(screen.getByText('Step 3 of 12')).toBeVisible();
  expect(film().currentTime).toBe(12.75);
  await wait(1 + 4.75 + 0.1);
  expect(button('Next')).toBeVisible();
});

test('who wants no motion reads, and can still watch', async () => {
  isStill = true;
  open();
  expect(film()).toBeNull();
  await press('Watch the video');
  expect(film()).toBeVisible();
});

test('takes the file for this screen', () => {
  jest.replaceProperty(globalThis, 'innerHeight', 1024);
  jest.replaceProperty(globalThis, 'innerWidth', 768);
  open();
  expect(film()).toHaveAttribute('src', '/standard.mp4');
});

test('a screen without a file of its own reads', () => {
  open(STEPS, { tallest: '/tallest.mp4' });
  jest.replaceProperty(globalThis, 'innerHeight', 844);
  expect(screen.getByText('Step 1 of 12')).toBeVisible();
  expect(film()).toBeNull();
});

test('can be skipped at any time', async () => {
  open();
  await press('Skip Tutorial');
  expect(store.getState().settings.viewTutorial).toBe(false);
  expect(location.pathname).toBe(paths.app.root);
});
