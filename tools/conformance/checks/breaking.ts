import type { SurveyKind } from 'shared-ui/contract';
import type { Findings } from '../findings.ts';
import type { Product } from '../visit/product.ts';
import { THANKS, type Visit } from '../visit/visit.ts';

/** Whether the form still works or has reported its failure: it has a button, or the app shows its error message. */
const isHandled = async (visit: Visit) =>
  (await visit.showsErrorMessage()) || (await visit.ask('count', 'button, input[type=submit]')) > 0;

/**
 * Presses until the form thanks or the app shows its error message; the first press may still be pending. Returns
 * whether either happened.
 */
async function sendAgain(visit: Visit): Promise<boolean> {
  const isOver = async () => (await visit.showsErrorMessage()) || (await visit.ask('text')).includes(THANKS);
  for (let press = 0; press < 4; press++) {
    // A form that the app is just removing can't be pressed.
    await visit.send().catch(() => undefined);
    if (await visit.page.until(isOver, 3_000)) return true;
  }
  return false;
}

/**
 * Fills in and sends the form. If it calls fail() meanwhile, the app shows its error message or the previous version.
 */
async function use(visit: Visit): Promise<void> {
  const fillAndSend = async () => {
    await visit.fill('first');
    await visit.send();
  };
  try {
    await fillAndSend();
  } catch (error) {
    if (await visit.shows()) await fillAndSend();
    else if (!(await visit.showsErrorMessage())) throw error;
  }
}

/**
 * Translates the page as browsers do, which wraps every text in new elements, and then uses the form. A framework that
 * holds references to its text nodes may throw. The form must keep working, or the app must show its error message.
 */
export async function checkBreaking(product: Product, survey: SurveyKind, findings: Findings): Promise<void> {
  const visit = await product.visit();
  const { proxy } = visit;
  const expect = (holds: boolean, seen: string) =>
    findings.expect('fail', holds, `${survey}, translated by the browser: ${seen}`);
  await visit.open(survey);
  await visit.ask('translate');
  proxy.recorder = 'rejects';
  await use(visit);
  const answersNow = async () => proxy.posted.length > 0 || (await visit.showsErrorMessage());
  const hasFailed = await visit.page.until(answersNow);
  expect(hasFailed, 'pressing does nothing, and fail() is not called');
  proxy.recorder = 'accepts';
  if (hasFailed) {
    const isAlive = await visit.page.until(() => isHandled(visit));
    expect(isAlive, 'the form is gone, and fail() is not called');
    if (isAlive && !(await visit.showsErrorMessage())) {
      expect(await sendAgain(visit), `it neither shows “${THANKS}” nor calls fail()`);
    }
  }
  await visit.end();
}
