import { join } from 'node:path';
import { publishBuilt } from 'gateway/publish/publisher';
import { REPO } from 'server-kit/paths';
import { launch } from '../support/phone/browser.ts';
import {
  ADMISSION_SURVEY,
  answerAdmissionSurvey,
  guestFrame,
  openAdmissionSurvey,
  screen,
} from '../support/screens/screens.ts';
import { expect, guestOf, openHelp, test } from './fixtures.ts';
import { FLOODS, GREED } from './programs/harm.ts';
import { tapBeside } from './taps.ts';

// Uses the full browser: the headless shell runs frames in the page's process, so a loop in one freezes the page.
test.use({ launchOptions: launch() });

const MUCH = 40;

for (const [name, program] of Object.entries(FLOODS)) {
  test(`a guest that ${name} leaves the page alone, and gives way to the version before`, async ({
    page,
    stack,
    meet,
  }, testInfo) => {
    await meet({ [name]: program });
    await screen(page, ADMISSION_SURVEY);
    await tapBeside(page, testInfo, name, name.endsWith('for ever'));
    await expect.poll(() => guestOf(page)).toBeUndefined();
    const receipts = await stack.receipts();
    await answerAdmissionSurvey(page);
    expect(await stack.receipts()).toHaveLength(receipts.length + 1);
  });
}

for (const [name, program] of Object.entries(GREED)) {
  test(`a guest that ${name} is removed with its survey`, async ({ page, meet }, testInfo) => {
    await meet({ [name]: program });
    await screen(page, ADMISSION_SURVEY);
    const taken = () => guestOf(page)?.evaluate(() => Reflect.get(globalThis, 'kept')?.length ?? 0);
    await expect.poll(taken).toBeGreaterThan(MUCH);
    await tapBeside(page, testInfo, name);
    await openHelp(page);
    await expect.poll(() => guestOf(page)).toBeUndefined();
  });
}

test('an honest guest’s survey reaches the recorder after another guest did harm', async ({ page, stack, meet }) => {
  await meet({ 'keeps drafts without end': FLOODS['keeps drafts without end'] ?? (() => undefined) });
  // The previous version has replaced it.
  await expect(page.getByRole('button', { name: 'Send feedback' })).toBeVisible();
  await publishBuilt(stack.deployRoot, join(REPO, 'e2e', 'fixtures', 'plain-survey'));

  const receipts = await stack.receipts();
  await page.goto('/profile/1/events');
  const form = guestFrame(page);
  await openAdmissionSurvey(page, form);
  await answerAdmissionSurvey(page, form);
  expect(await stack.receipts()).toHaveLength(receipts.length + 1);
});
