import { Type } from 'typebox';
import { Story, StorySeries, StoryStepPlayed } from '../contract.ts';
import { type App, routeOptions, type Services, sessionOf } from '../services/context.ts';
import { playStep, readStory } from '../services/demo/story.ts';

const options = routeOptions('story');
const Step = Type.Object({ series: StorySeries, index: Type.String({ pattern: '^[0-9]{1,4}$' }) });

export async function storyRoutes(app: App, { db, config }: Services): Promise<void> {
  app.get(
    '/api/v1/story',
    options('full', 'The series that can be played, and how far they are', { response: { 200: Story } }),
    (request) => readStory(db, sessionOf(request).user),
  );

  app.post(
    '/api/v1/story/:series/steps/:index',
    options('full', 'Play one step; in order, and twice is the same as once', {
      params: Step,
      response: { 200: StoryStepPlayed },
    }),
    (request) => {
      const step = { series: request.params.series, index: Number(request.params.index) };
      return playStep(db, sessionOf(request).user, step, {
        locale: request.locale,
        hospital: config.demo.hospital,
      });
    },
  );
}
