import { act, fireEvent, render, screen } from '@testing-library/react';
import { BrowserRouter } from 'react-router-dom';
import { changeSettings, paths, store } from 'shared-ui';
import { openAsVisitor } from '../../testing/show.tsx';
import { FILM_SIZES, STEPS, type Step } from './steps.ts';
import { Tutorial } from './TutorialScreen.tsx';
import type { FilmsByLocale } from './videos.ts';

const SECOND = 1_000;

/** The films of one language in every shape; `from` is the folder that tells them apart. */
const filmsOf = (from: string) =>
  Object.fromEntries(
    Object.keys(FILM_SIZES).map((shape) => [shape, { src: `${from}/${shape}.mp4`, poster: `${from}/${shape}.webp` }]),
  );

const FILMS = { en: filmsOf('/en'), fr: filmsOf('/fr') };

let isStill: boolean;
let play: jest.Mock<Promise<void>>;

/** The position of the video, which plays along with the test's clock: where it stood (s), and since when it plays (ms). */
let stood = 0;
let playsSince: number | null = null;
const position = () => (playsSince === null ? stood : stood + (Date.now() - playsSince) / SECOND);

const MEDIA: PropertyDescriptorMap = {
  currentTime: {
    configurable: true,
    get: position,
    set(time: number) {
      stood = time;
    },
  },
  play: {
    configurable: true,
    value() {
      [stood, playsSince] = [position(), Date.now()];
      return play();
    },
  },
  pause: {
    configurable: true,
    value() {
      [stood, playsSince] = [position(), null];
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
  [stood, playsSince] = [0, null];
  Object.defineProperty(globalThis, 'matchMedia', { configurable: true, value: () => ({ matches: isStill }) });
  play = jest.fn(() => Promise.resolve());
});

afterEach(() => {
  jest.useRealTimers();
  Reflect.deleteProperty(globalThis, 'matchMedia');
});

function open(steps: readonly [Step, ...Step[]] = STEPS, films: FilmsByLocale = FILMS) {
  history.replaceState(null, '', paths.onboarding.tutorial);
  render(
    <BrowserRouter>
      <Tutorial steps={steps} films={films} />
    </BrowserRouter>,
  );
}

/** Advances the clock in small steps, so that React can follow. */
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

test('VideoTutorial starts muted after a second, pauses at the end of the step and then shows Next', async () => {
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

test('VideoTutorial plays all twelve steps, each a second after Next, up to "start"', async () => {
  open();
  let last = 0;
  for (const { key, at } of STEPS.slice(0, -1)) {
    await wait(1 + at - last + 0.1);
    // The fifth and sixth step show the rows at the bottom.
    const card = key === 'step5' || key === 'step6' ? 'top' : 'bottom';
    expect(document.querySelector('[data-card]')).toHaveAttribute('data-card', card);
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

test('VideoTutorial disables Next until the box of the step is ticked', async () => {
  open([
    { key: 'step1', at: 2, percent: 0, consent: 'tutorial.step12.demoText' },
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

test('VideoTutorial says in step 4 who can be a supporter in the trial', async () => {
  open(STEPS.slice(3) as unknown as [Step, ...Step[]]);
  await wait(0);
  expect(screen.getByText(/a Supporter needs an approved hospital e-mail domain/)).toBeVisible();
});

test('VideoTutorial shows Play when the browser blocks autoplay, the user pauses or the phone pauses the video', async () => {
  play.mockRejectedValueOnce(new DOMException('Not now', 'NotAllowedError'));
  open();
  await wait(1.1);
  await press('Play');
  await wait(2);
  await press('Pause');
  await wait(20);
  expect(button('Next')).toBeNull();
  await press('Play');
  await wait(1);
  fireEvent.pause(film());
  await press('Play');
  await wait(2.6);
  expect(button('Next')).toBeVisible();
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
])('Tutorial shows the steps as text, with no link to the video, when it %s', async (_why, breakVideo) => {
  open();
  await breakVideo();
  await wait(0);
  expect(film()).toBeNull();
  expect(screen.getByText('Step 1 of 12')).toBeVisible();
  expect(button('Next')).toBeEnabled();
  expect(button('Watch the video')).toBeNull();
});

test('Tutorial switches to text at the same step, and back to the video from there', async () => {
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

test('Tutorial starts as text when reduced motion is preferred, and can show the video or be skipped', async () => {
  isStill = true;
  open();
  expect(film()).toBeNull();
  await press('Watch the video');
  expect(film()).toBeVisible();
  await press('Skip Tutorial');
  expect(store.getState().settings.viewTutorial).toBe(false);
  expect(location.pathname).toBe(paths.app.root);
});

test.each([
  ['en', FILMS, '/en/standard'],
  ['fr', FILMS, '/fr/standard'],
  ['fr', { en: filmsOf('/en') }, undefined],
  ['en', { en: { tallest: { src: '/en/tallest.mp4', poster: '/en/tallest.webp' } } }, undefined],
] as const)(
  'Tutorial picks the film for this language (%s) and screen, and shows text if there is none',
  async (locale, films, file) => {
    jest.replaceProperty(globalThis, 'innerHeight', 1024);
    jest.replaceProperty(globalThis, 'innerWidth', 768);
    changeSettings({ locale });
    open(STEPS, films);
    await wait(0);
    expect(film()?.getAttribute('src')).toBe(file && `${file}.mp4`);
    expect(film()?.getAttribute('poster')).toBe(file && `${file}.webp`);
    // Text shows Next at once, a video at the end of the step.
    expect(screen.queryByRole('button', { name: /Next|Suivant/ }) === null).toBe(file !== undefined);
  },
);
