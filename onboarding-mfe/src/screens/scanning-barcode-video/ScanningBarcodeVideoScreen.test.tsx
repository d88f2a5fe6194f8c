import { fireEvent, screen } from '@testing-library/react';
import { paths } from 'shared-ui';
import { openAsVisitor, show } from '../../testing/show.tsx';
import ScanningBarcodeVideoScreen from './ScanningBarcodeVideoScreen.tsx';

const play = jest.fn(() => Promise.resolve());
const pause = jest.fn();
const real = Object.getOwnPropertyDescriptors(HTMLMediaElement.prototype);
let isPaused: boolean;

beforeAll(() => {
  Object.defineProperties(HTMLMediaElement.prototype, {
    paused: { configurable: true, get: () => isPaused },
    play: { configurable: true, value: play },
    pause: { configurable: true, value: pause },
  });
});

afterAll(() => {
  for (const name of ['paused', 'play', 'pause'] as const) {
    Object.defineProperty(HTMLMediaElement.prototype, name, real[name]);
  }
});

beforeEach(() => {
  openAsVisitor();
  isPaused = false;
  play.mockClear();
  pause.mockClear();
});

const open = () => show(<ScanningBarcodeVideoScreen />, paths.onboarding.scanningBarcodeVideo);
const film = () => screen.getByLabelText(/A phone reads the code on a wristband/) as HTMLVideoElement;

function preferMotion(wanted: boolean) {
  Object.defineProperty(globalThis, 'matchMedia', {
    configurable: true,
    value: () => ({ matches: !wanted }),
  });
}

afterEach(() => {
  Reflect.deleteProperty(globalThis, 'matchMedia');
});

test('film starts automatically, muted and inline, and loops', async () => {
  preferMotion(true);
  await open();
  expect(film().autoplay).toBe(true);
  expect(film().muted).toBe(true);
  expect(film().loop).toBe(true);
  expect(film()).toHaveAttribute('playsinline');
});

test('film can be paused and played again', async () => {
  preferMotion(true);
  const { user } = await open();
  fireEvent.play(film());
  await user.click(screen.getByRole('button', { name: 'Pause the video' }));
  expect(pause).toHaveBeenCalledTimes(1);
  isPaused = true;
  fireEvent.pause(film());
  await user.click(screen.getByRole('button', { name: 'Play the video' }));
  expect(play).toHaveBeenCalledTimes(1);
});

test('film stays paused until it is played when reduced motion is preferred', async () => {
  preferMotion(false);
  await open();
  expect(film().autoplay).toBe(false);
  expect(screen.getByRole('button', { name: 'Play the video' })).toBeVisible();
});
