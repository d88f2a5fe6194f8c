import { isRecord } from 'server-kit/fields';
import { SURVEY_KINDS, type SurveyKind } from 'shared-ui/contract';
import type { Examination } from '../examination.ts';
import type { Visit } from '../visit/visit.ts';
import type { Findings } from './findings.ts';

/** Number of mount and unmount rounds. */
const ROUNDS = 10;
/** Rounds before counting starts: caches and shared styles are created once and stay. */
const WARM_UP = 3;

/** Results of mounting by hand. */
interface Mounted {
  contract: unknown;
  surveys: unknown;
  hasUnmount: boolean;
  /** Child nodes in the container after the last unmount. */
  left: number;
  /** The error thrown by a second unmount. */
  twice: string;
  /** Elements rendered when mounted right after another form. */
  again: number;
  /** Child nodes in the container after an unmount while sending. */
  late: number;
  sheets: number;
}

/**
 * Runs in the form's own world: gets the container module and mounts and unmounts it in its own element with its own
 * context. It is serialised, so it can't use anything from its surroundings.
 */
async function byHand(name: string, expose: string, rounds: number): Promise<Mounted> {
  const run = await Reflect.get(globalThis, name).get(expose);
  const module = await run();
  const remote = 'default' in module ? module.default : module;
  const place = document.body.appendChild(document.createElement('div'));
  const drawn = async () => {
    for (let frame = 0; frame < 3; frame++) await new Promise((next) => requestAnimationFrame(next));
  };
  let release: () => void = () => undefined;
  const context = (survey: string) => ({
    survey,
    hospital: document.title,
    person: { name: '', email: '' },
    locale: 'en-CA',
    direction: 'ltr',
    theme: 'LIGHT',
    answersAreKept: true,
    keepDraft: () => undefined,
    submit: () => new Promise((resolve) => (release = () => resolve({ status: 'delivered' }))),
    done: () => undefined,
    fail: () => undefined,
  });
  let hasUnmount = false;
  const once = async (survey: string) => {
    const mounted = remote.mount(place, context(survey));
    hasUnmount = typeof mounted?.unmount === 'function';
    await drawn();
    return mounted;
  };
  for (let round = 0; round < rounds; round++) {
    (await once('admission'))?.unmount?.();
    await drawn();
  }
  const left = place.childNodes.length;
  let twice = '';
  const first = await once('admission');
  first?.unmount?.();
  try {
    first?.unmount?.();
  } catch (thrown) {
    twice = String(thrown);
  }
  remote.mount(place, context('admission'))?.unmount?.();
  const second = remote.mount(place, context('discharge'));
  await drawn();
  const again = place.childElementCount;
  place.querySelector('form')?.requestSubmit();
  await drawn();
  second?.unmount?.();
  release();
  await drawn();
  const late = place.childNodes.length;
  place.remove();
  const sheets = document.adoptedStyleSheets.length + document.styleSheets.length;
  const { contract, surveys } = remote;
  return { contract, surveys, hasUnmount, left, twice, again, late, sheets };
}

async function mountByHand(visit: Visit, container: string, expose: string, rounds: number): Promise<Mounted> {
  const given = [container, expose, rounds].map((value) => JSON.stringify(value)).join(', ');
  const expression = `(${String(byHand)})(${given})`;
  const asked = { expression, awaitPromise: true, returnByValue: true };
  const { result, exceptionDetails } = await visit.page.ask(visit.place, 'Runtime.evaluate', asked);
  if (isRecord(exceptionDetails) && isRecord(exceptionDetails.exception)) {
    throw new Error(`mounted by hand, it throws ${String(exceptionDetails.exception.description)}`);
  }
  return (isRecord(result) ? result.value : undefined) as Mounted;
}

/**
 * Checks what the app does not need from a form in a frame, but needs from one in the page: correct exports and a
 * clean unmount. This runs kit code in the remote's own world, so it comes last.
 */
export async function checkByHand(
  { product, container, expose, findings }: Examination,
  survey: SurveyKind,
): Promise<void> {
  const visit = await product.visit();
  if (!(await visit.open(survey))) throw new Error(`${survey}: opened once more, nothing is drawn`);
  const before = await mountByHand(visit, container, expose, WARM_UP);
  const listeners = await visit.page.countListeners(visit.place);
  const after = await mountByHand(visit, container, expose, ROUNDS);
  const more = (await visit.page.countListeners(visit.place)) - listeners;
  await visit.end();
  checkExport(after, findings);
  checkUnmount(after, findings);
  // One per round is a leak; fewer come from something else on the page.
  findings.expect('leaks', more < ROUNDS, `${more} more listeners on window, document or body after ${ROUNDS} rounds`);
  const sheets = after.sheets - before.sheets;
  findings.expect('leaks', sheets < ROUNDS, `${sheets} more style sheets after ${ROUNDS} rounds`);
}

function checkExport({ contract, surveys }: Mounted, findings: Findings): void {
  const kinds = Array.isArray(surveys) ? surveys : [];
  findings.expect('export', contract === 'survey@1', `contract is ${JSON.stringify(contract)}`);
  for (const kind of SURVEY_KINDS) {
    findings.expect('export', kinds.includes(kind), `"${kind}" is not among its surveys`);
  }
}

function checkUnmount({ hasUnmount, left, twice, again, late }: Mounted, findings: Findings): void {
  findings.expect('unmount', hasUnmount, 'mount() did not return { unmount }');
  findings.expect('unmount', left === 0, 'elements stay in the container');
  findings.expect('unmount', twice === '', `a second unmount() throws: ${twice}`);
  findings.expect('unmount', again > 0, 'mounted again at once into the same container, nothing is drawn');
  findings.expect('unmount', late === 0, 'unmounted while sending, something stays in the container');
}
