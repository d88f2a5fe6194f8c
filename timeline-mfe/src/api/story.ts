import type { Story, StorySeries, StoryStepPlayed } from 'mock-api/contract';
import { call } from 'shared-ui';

/** Fetches the demo story's script and the user's position in it. Throws ApiFailure. */
export const fetchStory = () => call<Story>('get', 'v1/story');

/** Plays one step of the story. Idempotent: playing it again adds nothing. Throws ApiFailure. */
export const playStoryStep = (series: StorySeries, index: number) =>
  call<StoryStepPlayed>('post', `v1/story/${series}/steps/${index}`);
