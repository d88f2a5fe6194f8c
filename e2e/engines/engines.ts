import { mkdir } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { PlainError, runCommand } from 'server-kit/plain-error';
import { eachAtOnce } from 'tools/commands/building/local-build';
import { formatFailure } from 'tools/commands/report/results';
import { prepareBuilds } from '../support/hospital/builds.ts';
import { RUNNING } from '../support/hospital/workshop.ts';
import type { Engine } from './browsers/browser.ts';
import { chromium } from './browsers/chromium.ts';
import { firefox } from './browsers/firefox.ts';
import { webkit } from './browsers/webkit.ts';
import { GUESTS } from './guests/guests.ts';
import { formatTable, formatTimes, type JourneyOutcome } from './journey-outcome.ts';
import { JOURNEYS } from './journeys/all.ts';
import type { Journey } from './journeys/journey.ts';
import { takeJourneys } from './take.ts';

const ENGINES: readonly Engine[] = [chromium, firefox, webkit];
/** Engines of the short run; Chromium is covered by all other end-to-end tests. */
const SHORT_ENGINES: readonly Engine[] = [firefox, webkit];

/** Returns the items with these names, ignoring case. Throws when one does not exist. */
function named<T extends { name: string }>(all: readonly T[], names: string[] | undefined, what: string): readonly T[] {
  if (names === undefined) return all;
  return names.map((name) => {
    const found = all.find((each) => each.name.toLowerCase() === name.toLowerCase());
    if (found) return found;
    throw new PlainError(`There is no ${what} "${name}": it is one of ${all.map((each) => each.name).join(', ')}.`);
  });
}

interface Options {
  engines: readonly Engine[];
  journeys: readonly Journey[];
  short: boolean;
  rounds: number;
}

function readOptions(): Options {
  const { values } = parseArgs({
    options: {
      short: { type: 'boolean', default: false },
      guests: { type: 'boolean', default: false },
      engine: { type: 'string', multiple: true },
      journey: { type: 'string', multiple: true },
      rounds: { type: 'string', default: '1' },
    },
  });
  const rounds = Number(values.rounds);
  if (!Number.isInteger(rounds) || rounds < 1) throw new PlainError('--rounds must be a whole number from 1.');
  const engines = values.short ? SHORT_ENGINES : ENGINES;
  const all = values.guests ? GUESTS : JOURNEYS;
  const journeys = values.short ? all.filter(({ short }) => short) : all;
  return {
    engines: named(engines, values.engine, 'engine'),
    journeys: named(journeys, values.journey, 'journey'),
    short: values.short,
    rounds,
  };
}

async function inTurn<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (const item of items) results.push(await work(item));
  return results;
}

function report({ engine, journey, seconds, hasPassed, failures }: JourneyOutcome): void {
  console.log(`${hasPassed ? 'ok    ' : 'FAILED'} ${engine}: ${journey} (${seconds.toFixed(1)} s)`);
  for (const failure of failures) console.log(failure.replaceAll(/^/gm, '       '));
}

const verdictOf = ({ engine, journey, hasPassed, failures: [message = ''] }: JourneyOutcome) =>
  formatFailure(hasPassed ? 'flaky' : 'failed', {
    group: engine,
    file: 'e2e/engines/journeys/all.ts',
    line: 1,
    title: journey,
    message,
  });

runCommand(async () => {
  const { engines, journeys, short, rounds } = readOptions();
  const here = engines.filter((engine) => {
    const why = engine.missing();
    if (why === undefined) return true;
    console.log(`NOT RUN in ${engine.name}: ${why}.`);
    return false;
  });
  await mkdir(RUNNING, { recursive: true });
  await prepareBuilds();
  const take = (engine: Engine) => takeJourneys(engine, journeys, rounds, report);
  // An engine that is measured has the machine to itself.
  const taken = rounds > 1 ? await inTurn(here, take) : await eachAtOnce(here, take);
  const outcomes = taken.flat();
  const names = (all: readonly { name: string }[]) => all.map(({ name }) => name);
  console.log(`\n${formatTable(names(engines), names(journeys), outcomes)}\n`);
  const times = formatTimes(outcomes);
  if (times !== '') console.log(`${times}\n`);
  for (const outcome of outcomes.filter(({ failures }) => failures.length > 0)) console.log(verdictOf(outcome));
  const failed = outcomes.filter(({ hasPassed }) => !hasPassed).length;
  console.log(`${outcomes.length - failed} passed, ${failed} failed`);
  // In a full run, a missing engine counts as a failure.
  process.exitCode = failed > 0 || (!short && here.length < engines.length) ? 1 : 0;
});
