import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { RETRIES } from 'tools/commands/report/batches';
import { Stack } from '../support/hospital/stack.ts';
import { RESULTS } from '../support/hospital/workshop.ts';
import type { Browser, Engine } from './browsers/browser.ts';
import { EnginePhone } from './engine-phone.ts';
import type { JourneyOutcome } from './journey-outcome.ts';
import type { Journey, Visit } from './journeys/journey.ts';
import { Network } from './network.ts';

/** Maximum length of a screen's text in a failure's message. */
const LONGEST_TEXT = 1_500;

/** Saves a screenshot of the failure. Resolves with its name and the screen's text, as far as the browser responds. */
async function keepPicture(browser: Browser, name: string): Promise<string> {
  const file = join(RESULTS, 'engines', `${name.replaceAll(/\W+/g, '-').toLowerCase()}.png`);
  try {
    const picture = await browser.picture();
    await mkdir(join(RESULTS, 'engines'), { recursive: true });
    await writeFile(file, picture);
    const text = String(await browser.evaluate('document.body.innerText')).replaceAll(/\s+/g, ' ');
    return `${file}\nThe screen says: ${text.slice(0, LONGEST_TEXT)}`;
  } catch (error) {
    return `No picture or text of ${name}: ${error}`;
  }
}

type Stage = Pick<Visit, 'stack' | 'network' | 'rounds'>;

/** Runs a journey on fresh phones. Throws when it fails, or when a browser reported unexpected errors. */
async function walk(engine: Engine, journey: Journey, stage: Stage, record: Visit['record']): Promise<void> {
  const { stack, network } = stage;
  const browsers: Browser[] = [];
  const newPhone = async () => {
    const browser = await engine.launch(journey.window);
    browsers.push(browser);
    return new EnginePhone(browser, stack.url);
  };
  try {
    await journey.walk({ ...stage, phone: await newPhone(), newPhone, record });
    const errors = (await Promise.all(browsers.map((browser) => browser.errors()))).flat();
    const unexpected = errors.filter((error) => !journey.allowed?.test(error));
    if (unexpected.length > 0) throw new Error(`The browser wrote: ${unexpected.join('\n')}`);
  } catch (thrown) {
    const name = `${engine.name} ${journey.name}`;
    const pictures = await Promise.all(browsers.map((browser, index) => keepPicture(browser, `${name} ${index + 1}`)));
    const why = thrown instanceof Error ? thrown.message : String(thrown);
    throw new Error([why, ...pictures].join('\n'));
  } finally {
    network.restore();
    await stack.restoreRegistry();
    await Promise.all(browsers.map((browser) => browser.close()));
  }
}

/** Runs a journey until it passes, or has failed as often as a test may. */
async function take(engine: Engine, journey: Journey, stage: Stage): Promise<JourneyOutcome> {
  const began = performance.now();
  const failures: string[] = [];
  const times = new Map<string, number[]>();
  const record = (step: string, ms: number) => times.set(step, [...(times.get(step) ?? []), ms]);
  let hasPassed = false;
  while (!hasPassed && failures.length <= RETRIES) {
    times.clear();
    try {
      await walk(engine, journey, stage, record);
      hasPassed = true;
    } catch (thrown) {
      failures.push(thrown instanceof Error ? thrown.message : String(thrown));
    }
  }
  const seconds = (performance.now() - began) / 1000;
  return { engine: engine.name, journey: journey.name, seconds, hasPassed, failures, times };
}

/**
 * Runs journeys in an engine, one after the other, on a separate stack.
 * @param rounds how often a journey that records times repeats what it measures
 * @param report called with each outcome
 */
export async function takeJourneys(
  engine: Engine,
  journeys: readonly Journey[],
  rounds: number,
  report: (outcome: JourneyOutcome) => void,
): Promise<JourneyOutcome[]> {
  const network = new Network();
  const stack = await Stack.start({ wayTo: network.leadTo });
  const outcomes: JourneyOutcome[] = [];
  try {
    for (const journey of journeys) {
      const outcome = await take(engine, journey, { stack, network, rounds });
      outcomes.push(outcome);
      report(outcome);
    }
    return outcomes;
  } finally {
    await stack.stop();
    network.close();
  }
}
