import { SURVEY_KINDS, type SurveyKind } from 'shared-ui/contract';
import type { Examination } from '../examination.ts';
import type { Visit } from '../visit/visit.ts';

/** Number of mount and unmount rounds. */
const ROUNDS = 10;
/** Rounds before counting starts: caches and shared styles are created once and stay. */
const WARM_UP = 3;

/**
 * Runs in the form's own world: gets the container module and mounts and unmounts it in its own element with its own
 * context. It is serialised, so it can't use anything from its surroundings.
 */
async function byHand(name: string, expose: string, rounds: number) {
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
  let thrownTwice = '';
  const first = await once('admission');
  first?.unmount?.();
  try {
    first?.unmount?.();
  } catch (thrown) {
    thrownTwice = String(thrown);
  }
  remote.mount(place, context('admission'))?.unmount?.();
  const second = remote.mount(place, context('discharge'));
  await drawn();
  const drawnAgain = place.childElementCount;
  place.querySelector('form')?.requestSubmit();
  await drawn();
  second?.unmount?.();
  release();
  await drawn();
  const leftLate = place.childNodes.length;
  place.remove();
  const sheets = document.adoptedStyleSheets.length + document.styleSheets.length;
  const { contract, surveys }: { contract: unknown; surveys: unknown } = remote;
  return { contract, surveys, hasUnmount, left, thrownTwice, drawnAgain, leftLate, sheets };
}

async function mountByHand(
  { place }: Visit,
  container: string,
  expose: string,
  rounds: number,
): ReturnType<typeof byHand> {
  const given = JSON.stringify([container, expose, rounds]).slice(1, -1);
  const asked = { expression: `(${byHand})(${given})`, awaitPromise: true, returnByValue: true };
  const { result, exceptionDetails } = await place.session.send('Runtime.evaluate', asked);
  const { exception } = exceptionDetails ?? {};
  if (exception) throw new Error(`mounted by the kit itself, it throws ${exception.description}`);
  return result.value;
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
  if (!(await visit.open(survey))) throw new Error(`${survey}: opened again, no field and no button is drawn`);
  const before = await mountByHand(visit, container, expose, WARM_UP);
  const listeners = await visit.page.countListeners(visit.place);
  const after = await mountByHand(visit, container, expose, ROUNDS);
  const more = (await visit.page.countListeners(visit.place)) - listeners;
  await visit.end();
  const { contract, surveys, hasUnmount, left, thrownTwice, drawnAgain, leftLate } = after;
  const kinds = Array.isArray(surveys) ? surveys : [];
  findings.expect('export', contract === 'survey@1', `contract is ${JSON.stringify(contract)}`);
  for (const kind of SURVEY_KINDS) {
    findings.expect('export', kinds.includes(kind), `"${kind}" is not among its surveys`);
  }
  findings.expect('unmount', hasUnmount, 'mount() did not return { unmount }');
  findings.expect('unmount', left === 0, 'elements stay in the container');
  findings.expect('unmount', thrownTwice === '', `a second unmount() throws: ${thrownTwice}`);
  findings.expect(
    'unmount',
    drawnAgain > 0,
    'mounted again at once into the same container, no field and no button is drawn',
  );
  findings.expect('unmount', leftLate === 0, 'unmounted while sending, something stays in the container');
  // One per round is a leak; fewer come from something else on the page.
  findings.expect('leaks', more < ROUNDS, `${more} more listeners on window, document or body after ${ROUNDS} rounds`);
  const sheets = after.sheets - before.sheets;
  findings.expect('leaks', sheets < ROUNDS, `${sheets} more style sheets after ${ROUNDS} rounds`);
}
