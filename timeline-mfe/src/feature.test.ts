import { waitFor } from '@testing-library/react';
import { openAsHospital, openPage } from 'shared-ui/testing';
import feature from './feature.tsx';

const load = jest.fn();
const start = jest.fn();
const stop = jest.fn();

jest.mock('./story/story.ts', () => {
  load();
  return { startStory: start.mockReturnValue(stop) };
});

beforeEach(openPage);

test('the story is not loaded outside the demo', async () => {
  openAsHospital();
  feature.slots.story()();
  // By then, a module that was requested earlier would have loaded.
  await import('./screens/help/HelpScreen.tsx');
  expect(load).not.toHaveBeenCalled();
});

test('the story is loaded in the demo, and plays until it is stopped', async () => {
  const stopStory = feature.slots.story();
  await waitFor(() => expect(start).toHaveBeenCalled());
  stopStory();
  expect(stop).toHaveBeenCalled();
});
