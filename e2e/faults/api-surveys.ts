import { expect, type Page } from 'playwright/test';
import type { World } from '../looks/screen-state.ts';
import { goOffline, goOnline } from '../support/offline.ts';
import { RecorderProxy } from '../support/recorder.ts';
import { boxesOf } from '../support/storage.ts';
import { fillIn, openSurvey, type SurveyCase, send, thanked } from '../support/surveys.ts';
import { API_FAULTS, type ApiFault, recorderFault } from './api-faults.ts';
import { type Counts, expectKept, expectScreen, expectSentence, expectWaiting } from './sight.ts';
import { Silence } from './silence.ts';

/**
 * The recorder's refusal, after which the answers stay in the form. After any other fault they are queued on the
 * phone.
 */
const REFUSED: ApiFault = 'answered with 401';

const EVENTS = '/profile/1/events';

async function holdsForm(page: Page, { choose, type }: SurveyCase): Promise<void> {
  for (const [question, answer] of choose) {
    const group = page.getByRole('radiogroup', { name: question });
    await expect(group.getByRole('radio', { name: answer, exact: true })).toBeChecked();
  }
  for (const [label, text] of type) await expect(page.getByLabel(label)).toHaveValue(text);
}

async function holdsPhone(page: Page, { summary }: SurveyCase): Promise<void> {
  for (const text of summary)
    await expect(page.getByRole('main').getByText(text, { exact: true }).first()).toBeVisible();
  expect(await boxesOf(page, 'unsent/')).toBeGreaterThan(0);
}

/** Submits the form. For a silent recorder, advances the page's clock past the timeout. */
async function sendUnder(page: Page, fault: ApiFault, silence: Silence, counts: Counts): Promise<void> {
  await send(page);
  if (fault !== 'silent for 10 s') return fault === REFUSED ? undefined : thanked(page);
  await expectWaiting(page, counts);
  const thanks = page.getByRole('heading', { name: 'Thank you for your feedback!' });
  await silence.passUntil(thanks);
}

/**
 * Fills in and submits a feedback form once per fault while the route to the recorder is faulted. Afterwards each
 * submission must have arrived exactly once.
 */
export async function sendThrough(survey: SurveyCase, { page, context, stack }: World, counts: Counts): Promise<void> {
  const silence = new Silence(page);
  const recorder = await RecorderProxy.watch(context, stack);
  const before = (await stack.receipts()).length;
  for (const [round, fault] of API_FAULTS.entries()) {
    recorder.set('none');
    await page.goto(EVENTS);
    await expect.poll(() => boxesOf(page, 'unsent/')).toBe(0);
    await openSurvey(page, survey);
    // Later rounds change the answers that were already sent.
    if (round > 0) await page.getByRole('button', { name: 'Change my answers' }).click();
    await fillIn(page, survey);
    recorder.set(recorderFault(fault));
    if (fault === 'offline') await goOffline(page);
    await sendUnder(page, fault, silence, counts);
    await expectScreen(page, fault, survey.event, counts);
    if (fault === REFUSED) {
      await expectSentence(page.getByRole('alert'), fault);
      await expectKept(holdsForm(page, survey), fault, counts);
      recorder.set('none');
      await send(page);
      await thanked(page);
    } else {
      await expectSentence(page.getByText(/safe on this phone/), fault);
      await expectKept(holdsPhone(page, survey), fault, counts);
    }
    if (fault === 'offline') await goOnline(page);
  }
  recorder.set('none');
  await page.goto(EVENTS);
  await expect.poll(() => boxesOf(page, 'unsent/')).toBe(0);
  expect((await stack.receipts()).length - before).toBe(API_FAULTS.length);
}
