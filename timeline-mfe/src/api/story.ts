import type { Story, StorySeries, StoryStepPlayed } from 'mock-api/contract';
import { call } from 'shared-ui';

/** The demo story's script and how far this user has come. Throws ApiFailure. */
export const fetchStory = () => call<Story>('get', 'v1/story');

/** Plays one step of the story. Playing it twice adds nothing. Throws ApiFailure. */
export const playStoryStep = (series: StorySeries, index: number) =>
  call<StoryStepPlayed>('post', `v1/story/${series}/steps/${index}`);
