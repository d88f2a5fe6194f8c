import type { SurveyKind } from 'shared-ui/contract';
import type { Findings } from '../results/findings.ts';
import type { Product } from '../visit/product.ts';
import type { Visit } from '../visit/visit.ts';

/** Number of times it is opened and left. */
const ROUNDS = 6;
/** Rounds before counting starts: caches and shared styles are created once and stay. */
const WARM_UP = 2;
/** DOM nodes and bytes that the browser may retain by itself over all rounds. */
const NODES = 250;
const HEAP = 2_000_000;

async function round(visit: Visit, survey: SurveyKind): Promise<void> {
  await visit.open(survey);
  await visit.fillOne(0, 'last');
  await visit.leave();
}

/** Checks that a form left while sending does not render over the next one. */
async function checkMoments(visit: Visit, survey: SurveyKind, findings: Findings): Promise<void> {
  const other: SurveyKind = survey === 'discharge' ? 'admission' : 'discharge';
  await visit.open(survey);
  await visit.leave();
  findings.expect('unmount', await visit.open(survey), 'opened again at once, nothing is drawn');
  await visit.fill('last');
  visit.proxy.hold();
  await visit.send();
  await visit.leave();
  findings.expect('unmount', await visit.open(other), 'left while it was sending, the next form is not drawn');
  await visit.ask('settle');
  const text = await visit.ask('text');
  visit.proxy.release();
  await visit.page.until(async () => (await visit.ask('text')) !== text, 500);
  findings.expect(
    'unmount',
    (await visit.ask('text')) === text,
    'left while it was sending, it draws over the next form',
  );
  await visit.leave();
}

const SAME = ['title', 'address', 'storage', 'root'] as const;

/** Opens and leaves the survey repeatedly and checks what remains on the page. */
export async function checkLeaving(product: Product, survey: SurveyKind, findings: Findings): Promise<void> {
  const visit = await product.visit();
  const untouched = await visit.around();
  for (let time = 0; time < WARM_UP; time++) await round(visit, survey);
  const [around, counted] = [await visit.around(), await visit.counted()];
  for (let time = 0; time < ROUNDS; time++) await round(visit, survey);
  const [later, recounted] = [await visit.around(), await visit.counted()];
  findings.note('borders');
  for (const what of SAME) {
    const line = `the page's ${what} was ${untouched[what]} and is ${later[what]}`;
    findings.expect('borders', untouched[what] === later[what], line);
  }
  // One per round is a leak; fewer come from something else on the page.
  for (const [what, says] of [
    ['listeners', 'listeners on window, document or body'],
    ['sheets', 'style sheets'],
  ] as const) {
    const grown = later[what] - around[what];
    findings.expect('leaks', grown < ROUNDS, `${grown} more ${says} after ${ROUNDS} rounds`);
  }
  const nodes = recounted.nodes - counted.nodes;
  findings.expect('leaks', nodes < NODES, `${nodes} more nodes in memory after ${ROUNDS} rounds`);
  const heap = recounted.heap - counted.heap;
  findings.expect('leaks', heap < HEAP, `${(heap / 1e6).toFixed(1)} MB more memory after ${ROUNDS} rounds`);
  await checkMoments(visit, survey, findings);
  await visit.end();
}
