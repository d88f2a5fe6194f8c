import { playSound } from '../../ui/sound/player.ts';
import { changeSettings } from './settings-actions.ts';

const gains: number[] = [];
const started = jest.fn();
const node = { connect: () => node, start: started };

class PretendContext {
  destination = node;
  resume = async () => undefined;
  decodeAudioData = async () => ({});
}

let answers: Response[];
let hasTouched: boolean;

beforeEach(() => {
  gains.length = 0;
  answers = [];
  hasTouched = true;
  started.mockClear();
  Object.assign(globalThis, {
    AudioContext: PretendContext,
    AudioBufferSourceNode: class {
      connect = () => node;
      start = started;
    },
    GainNode: class {
      constructor(_audio: unknown, { gain }: { gain: number }) {
        gains.push(gain);
      }
      connect = () => node;
    },
    fetch: jest.fn(async () => answers.shift() ?? new Response('sound')),
  });
  Object.defineProperty(navigator, 'userActivation', {
    configurable: true,
    get: () => ({ hasBeenActive: hasTouched }),
  });
  changeSettings({ sounds: true });
});

test.each([
  ['click', 0.25],
  ['new-event', 0.2],
] as const)('playSound plays the %s at its volume, repeatedly', async (name, volume) => {
  await playSound(name, 1);
  await playSound(name, 3);
  expect(started).toHaveBeenCalledTimes(2);
  expect(gains).toEqual([volume, volume]);
});

test.each([
  ['of profile 2', 2, () => undefined],
  ['when sounds are turned off', 1, () => changeSettings({ sounds: false })],
  ['before the page has been touched', 1, () => (hasTouched = false)],
])('playSound plays no sound %s', async (_, profileId, arrange) => {
  arrange();
  await playSound('new-event', profileId);
  expect(started).not.toHaveBeenCalled();
});

test('playSound logs a failure and tries again the next time', async () => {
  jest.resetModules();
  const { playSound: fresh } = await import('../../ui/sound/player.ts');
  answers = [new Response('', { status: 503 })];
  await fresh('click', 1);
  expect(console.info).toHaveBeenCalledWith('The sound could not be played', expect.any(Error));
  expect(started).not.toHaveBeenCalled();
  await fresh('click', 1);
  expect(started).toHaveBeenCalledTimes(1);
});
