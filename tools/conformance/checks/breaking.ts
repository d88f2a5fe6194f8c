import type { SurveyKind } from 'shared-ui/contract';
import type { Findings } from '../results/findings.ts';
import type { Product } from '../visit/product.ts';
import type { Visit } from '../visit/visit.ts';

const THANKS = 'Thank you for your feedback!';

/** Records a fault when the app has removed the form although nothing was done to break it. */
export async function checkNotRemoved(visit: Visit, when: string, findings: Findings): Promise<void> {
  findings.expect('fail', !(await visit.showsErrorMessage()), `${when}: it gave up, or the app gave it up`);
}

/** Whether the form still works or has reported its failure: it has a button, or the app shows its error message. */
const isHandled = async (visit: Visit) =>
  (await visit.showsErrorMessage()) || (await visit.ask('has', 'button, input[type=submit]'));

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
  await visit.open(survey);
  await visit.ask('translate');
  proxy.recorder = 'rejects';
  await use(visit);
  const answersNow = async () => proxy.posted.length > 0 || (await visit.showsErrorMessage());
  const hasFailed = await visit.page.until(answersNow);
  findings.expect(
    'fail',
    hasFailed,
    `${survey}, translated by the browser: pressing does nothing, and fail() is not called`,
  );
  proxy.recorder = 'accepts';
  const isAlive = hasFailed && (await visit.page.until(() => isHandled(visit)));
  findings.expect(
    'fail',
    isAlive || !hasFailed,
    `${survey}, translated by the browser: the form is gone, and fail() is not called`,
  );
  if (isAlive && !(await visit.showsErrorMessage())) {
    const isOver = await sendAgain(visit);
    findings.expect('fail', isOver, `${survey}, translated by the browser: it neither thanks nor calls fail()`);
  }
  await visit.end();
}
