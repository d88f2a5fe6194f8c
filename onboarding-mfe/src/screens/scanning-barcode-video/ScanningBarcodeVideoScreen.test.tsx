import { fireEvent, screen } from '@testing-library/react';
import { paths } from 'shared-ui';
import { openAsVisitor, show } from '../../testing/show.tsx';
import ScanningBarcodeVideoScreen from './ScanningBarcodeVideoScreen.tsx';

beforeEach(openAsVisitor);
afterEach(() => void Reflect.deleteProperty(globalThis, 'matchMedia'));

async function open(prefersStillness: boolean) {
  Object.defineProperty(globalThis, 'matchMedia', { configurable: true, value: () => ({ matches: prefersStillness }) });
  return show(<ScanningBarcodeVideoScreen />, paths.onboarding.scanningBarcodeVideo);
}
const film = () => screen.getByLabelText<HTMLVideoElement>(/A phone reads the code on a wristband/);

test('film starts automatically, muted and inline, and loops; it can be paused and played again', async () => {
  const play = jest.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
  const pause = jest.spyOn(HTMLMediaElement.prototype, 'pause').mockReturnValue();
  const paused = jest.spyOn(HTMLMediaElement.prototype, 'paused', 'get').mockReturnValue(false);
  const { user } = await open(false);
  expect(film()).toMatchObject({ autoplay: true, muted: true, loop: true });
  expect(film()).toHaveAttribute('playsinline');
  fireEvent.play(film());
  await user.click(screen.getByRole('button', { name: 'Pause the video' }));
  expect(pause).toHaveBeenCalledTimes(1);
  paused.mockReturnValue(true);
  fireEvent.pause(film());
  await user.click(screen.getByRole('button', { name: 'Play the video' }));
  expect(play).toHaveBeenCalledTimes(1);
});

test('film stays paused until it is played when reduced motion is preferred', async () => {
  await open(true);
  expect(film().autoplay).toBe(false);
  expect(screen.getByRole('button', { name: 'Play the video' })).toBeVisible();
});
