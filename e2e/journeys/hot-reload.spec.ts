import { buildAndPublish } from '../../shell/gateway/publish-remote.ts';
import { expect, test } from '../support/fixtures.ts';
import { openAdmissionSurvey, STEPS_TO_ADMISSION_SURVEY } from '../support/screens.ts';
import { keepSession } from '../support/session.ts';
import { Stack } from '../support/stack.ts';
import { recordRequests, versionsIn } from '../support/traffic.ts';

// Two real builds of the package are part of it.
test.describe.configure({ timeout: 180_000 });

const FIRST = '1.0.0-dev.1';
const SECOND = '1.0.0-dev.2';

test('what a team changes in its remote shows in the open page, which is not loaded again', async ({ context }) => {
  const stack = await Stack.start({ dev: true });
  try {
    const token = await stack.api.signIn('patient');
    await stack.api.playStory(token, STEPS_TO_ADMISSION_SURVEY);
    await keepSession(context, { token, settings: { isUserValidated: true } });
    await buildAndPublish(stack.deployRoot, 'surveys', FIRST, { dev: true });

    const page = await context.newPage();
    const requests = recordRequests(page);
    await page.goto(`${stack.url}/profile/1/events`);
    await openAdmissionSurvey(page);
    await page.evaluate(() => Reflect.set(globalThis, '__samePage', true));

    await buildAndPublish(stack.deployRoot, 'surveys', SECOND, { dev: true });
    await expect.poll(() => versionsIn(requests, 'surveys'), { timeout: 30_000 }).toEqual([FIRST, SECOND]);
    await expect(page.getByRole('button', { name: 'Send feedback' })).toBeVisible();
    expect(await page.evaluate(() => Reflect.get(globalThis, '__samePage'))).toBe(true);
  } finally {
    // Before its servers: a step of the story that falls due between the two would find none.
    await context.close();
    await stack.stop();
  }
});
