import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { publishBuilt } from 'gateway/publish/publisher';
import { readHistory } from 'gateway/registry/history';
import type { BrowserContext } from 'playwright/test';
import { SAID } from '../faults/faults.ts';
import { type Change, writeBroken } from '../fixtures/broken-surveys/broken.ts';
import { expect, test } from '../support/fixtures.ts';
import { ACCOUNTS } from '../support/hospital/api.ts';
import type { Stack } from '../support/hospital/stack.ts';
import { RUNNING } from '../support/hospital/workshop.ts';
import { recordRequests, versionsIn } from '../support/phone/traffic.ts';
import { openAdmissionSurvey, STEPS_TO_ADMISSION_SURVEY as storySteps } from '../support/screens/screens.ts';

const CANARY = '9.9.9';

/** Publishes a surveys remote that throws on mount to half of the browsers. */
async function publishThrowing({ deployRoot }: Stack): Promise<void> {
  const folder = await mkdtemp(join(RUNNING, 'throwing-'));
  const slip = `throw new Error('a slip in a form of ${ACCOUNTS.patient.firstName}');`;
  const mount = 'function mount(container, context) {';
  const script: Change[] = [[mount, `${mount} ${slip}`]];
  await writeBroken(folder, CANARY, { script });
  await publishBuilt(deployRoot, folder, {}, { share: 50 });
  await rm(folder, { recursive: true });
}

/** Puts a browser into a cohort: those below 5,000 are in a share of 50 %. */
const joinCohort = (context: BrowserContext, { url }: Stack, cohort: number) =>
  context.addCookies([{ name: 'lodestar-cohort', value: String(cohort), url }]);

test('throwing canaries stay in their share and are withdrawn within a minute', async ({
  context,
  onAnotherPhone,
  page,
  problems,
  signIn,
  stack,
}) => {
  problems.allow(...SAID);
  await publishThrowing(stack);
  await joinCohort(context, stack, 4_999);
  await signIn('patient', { storySteps });
  const requests = recordRequests(page);
  const reported = page.waitForRequest(
    (request) => /\/telemetry$/.test(request.url()) && !!request.postData()?.includes('RENDER_FAILED'),
  );
  await page.goto('/profile/1/events');
  // The previous version replaces it on the page.
  await openAdmissionSurvey(page);
  expect(versionsIn(requests, 'surveys')).toContain(CANARY);
  const body = (await reported).postData() ?? '';
  expect(JSON.parse(body).events).toContainEqual({ kind: 'broke', remote: `surveys@${CANARY}`, code: 'RENDER_FAILED' });
  for (const secret of [ACCOUNTS.patient.firstName, ACCOUNTS.patient.email, 'profile', 'slip']) {
    expect(body).not.toContain(secret);
  }

  // Further page loads of that browser send the same report until there are enough of them.
  const report = JSON.stringify({
    events: [
      { kind: 'loaded', remote: `surveys@${CANARY}`, value: 100 },
      { kind: 'broke', remote: `surveys@${CANARY}`, code: 'RENDER_FAILED' },
    ],
  });
  const headers = { cookie: 'lodestar-cohort=4999' };
  for (let load = 0; load < 14; load += 1) {
    await fetch(`${stack.url}/telemetry`, { method: 'POST', headers, body: report });
  }
  await onAnotherPhone({ account: 'patient', path: '/profile/1/events' }, async (other) => {
    await joinCohort(other.context(), stack, 5_000);
    const asked = recordRequests(other);
    await other.reload();
    await openAdmissionSurvey(other);
    expect(versionsIn(asked, 'surveys')).not.toContain(CANARY);
  });
  await expect
    .poll(
      async () => {
        await fetch(`${stack.url}/telemetry`, { method: 'POST', headers, body: report });
        return (await stack.registry()).remotes.surveys?.canary;
      },
      { intervals: [1_000] },
    )
    .toBeUndefined();
  const [act] = (await readHistory(stack.deployRoot, 'surveys')).slice(-1);
  expect(act).toMatchObject({ who: 'gateway', what: 'taken back', from: CANARY });
  const metrics = await (await fetch(`${stack.url}/metrics`)).text();
  expect(metrics).toContain(`lodestar_remote_errors_total{remote="surveys@${CANARY}",code="RENDER_FAILED"}`);
});
