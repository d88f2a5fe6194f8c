import { screen, waitFor, within } from '@testing-library/react';
import { runtimeConfig, store } from 'shared-ui';
import { careEvent, fakeApi, openPage, openRoutes, pretendVisible, setRuntimeConfig } from 'shared-ui/testing';
import feature from '../../feature.tsx';
import { startStory } from '../../story/story.ts';
import { timeline } from '../../testing/home-data.ts';

pretendVisible();

const first = careEvent({ id: 'first', name: 'Admitted' });
const noContent = { results: [], carePlans: [], notifications: [], isStoryDone: false };
let position = 0;
let stop: () => void = () => undefined;

const script = () => ({
  series: [{ id: 'patient', profileId: 1, steps: [0, 1].map((index) => ({ index, delayMs: 60_000 })), position }],
  isStoryDone: position === 2,
});

const play = (index: number) => () => {
  position = index + 1;
  return { ...noContent, position, isStoryDone: position === 2, events: index === 0 ? [first] : [] };
};

const routes: Record<string, unknown> = {
  ...timeline([]),
  'GET v1/story': script,
  'POST v1/story/patient/steps/0': play(0),
  'POST v1/story/patient/steps/1': play(1),
  'GET events': () => (position > 0 ? [first] : []),
};

const open = async () => {
  const user = await openRoutes(feature.routes, '/app/demo');
  await screen.findByRole('heading', { level: 1, name: 'Demo story' });
  await screen.findByRole('progressbar', { name: 'Your story' });
  return user;
};
const press = (name: string) => screen.getByRole('button', { name });

beforeEach(() => {
  position = 0;
  openPage();
});
afterEach(() => stop());

test('DemoScreen steps, pauses and speeds up the story, and shows its progress', async () => {
  fakeApi(routes);
  stop = startStory();
  const user = await open();
  expect(screen.getByText('The story is playing.')).toBeVisible();
  expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuetext', '0 of 2');
  await user.click(press('Pause'));
  expect(screen.getByText('The story is paused.')).toBeVisible();
  await user.click(press('Next step'));
  await waitFor(() => expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuetext', '1 of 2'));
  expect(store.getState().events.list).toEqual([first]);
  await user.click(screen.getByRole('radio', { name: '20 times as fast' }));
  expect(screen.getByRole('radio', { name: '20 times as fast' })).toBeChecked();
  await user.click(press('Play'));
  await user.click(press('Next step'));
  expect(await screen.findByText('The story is complete.')).toBeVisible();
  expect(press('Next step')).toBeDisabled();
});

test('restarting the story asks for confirmation, loses nothing when it fails, and then plays from the beginning', async () => {
  const answers = { ...routes };
  fakeApi(answers);
  stop = startStory();
  const user = await open();
  await user.click(press('Next step'));
  await waitFor(() => expect(store.getState().events.list).toEqual([first]));
  const restart = async () => {
    await user.click(press('Start again'));
    const dialog = await screen.findByRole('dialog', { name: 'Start the story again?' });
    await user.click(within(dialog).getByRole('button', { name: 'Start again' }));
  };
  await restart();
  expect(await screen.findByText(/could not be started again/)).toBeVisible();
  expect(store.getState().events.list).toEqual([first]);
  answers['GET v1/users/user-1/reset'] = () => {
    position = 0;
    return {};
  };
  await restart();
  expect(await screen.findByText('The story has started again.')).toBeVisible();
  expect(store.getState().events.list).toEqual([]);
  await waitFor(() => expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuetext', '0 of 2'));
});

test('DemoScreen’s path shows home outside demo mode', async () => {
  fakeApi(routes);
  setRuntimeConfig({ ...runtimeConfig(), demo: false });
  await openRoutes(feature.routes, '/app/demo');
  expect(await screen.findByRole('heading', { level: 1, name: /^Good / })).toBeVisible();
});
