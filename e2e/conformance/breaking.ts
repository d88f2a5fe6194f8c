import type { SurveyKind } from 'shared-ui/contract';
import type { Findings } from './findings.ts';
import type { Office } from './visit/office.ts';
import type { Visit } from './visit/visit.ts';

const THANKS = 'Thank you for your feedback!';

/** Notes it where the app has taken the form off the page although nothing was done to break it. */
export async function checkNotGivenUp(visit: Visit, when: string, findings: Findings): Promise<void> {
  findings.expect('fail', !(await visit.apologises()), `${when}: it gave up, or the app gave it up`);
}

/** Whether the form is alive: it still holds something to press, or the app has been told. */
const isLookedAfter = async (visit: Visit) =>
  (await visit.apologises()) || (await visit.ask('has', 'button, input[type=submit]'));

/** Presses until it thanks or the app has been told: the first press may still be under way. Returns whether it came to that. */
async function sendAgain(visit: Visit): Promise<boolean> {
  const isOver = async () => (await visit.apologises()) || (await visit.ask('text')).includes(THANKS);
  for (let press = 0; press < 4; press++) {
    // A form that the app takes off the page just then can't be pressed.
    await visit.send().catch(() => undefined);
    if (await visit.page.until(isOver, 3_000)) return true;
  }
  return false;
}

/** Fills the form in and sends it. One that calls fail() meanwhile gives way to the app's apology, or to the version before it. */
async function use(visit: Visit): Promise<void> {
  const fillAndSend = async () => {
    await visit.fill('first');
    await visit.send();
  };
  try {
    await fillAndSend();
  } catch (error) {
    if (await visit.shows()) await fillAndSend();
    else if (!(await visit.apologises())) throw error;
  }
}

/**
 * Translates the page as browsers do, which moves every text into elements of the browser's own, and then uses the form:
 * a framework that keeps hold of its texts may throw. The person gets on, or gets the app's apology.
 */
export async function checkBreaking(office: Office, survey: SurveyKind, findings: Findings): Promise<void> {
  const visit = await office.visit();
  const { middleman } = visit;
  await visit.open(survey);
  await visit.ask('translate');
  middleman.recorder = 'refuses';
  await use(visit);
  const answersNow = async () => middleman.posted.length > 0 || (await visit.apologises());
  const isHeard = await visit.page.until(answersNow);
  findings.expect(
    'fail',
    isHeard,
    `${survey}, translated by the browser: pressing does nothing, and fail() is not called`,
  );
  middleman.recorder = 'takes';
  const isAlive = isHeard && (await visit.page.until(() => isLookedAfter(visit)));
  findings.expect(
    'fail',
    isAlive || !isHeard,
    `${survey}, translated by the browser: the form is gone, and fail() is not called`,
  );
  if (isAlive && !(await visit.apologises())) {
    const isOver = await sendAgain(visit);
    findings.expect('fail', isOver, `${survey}, translated by the browser: it neither thanks nor calls fail()`);
  }
  await visit.end();
}
