import type { SurveyKind } from 'shared-ui/contract';
import type { Findings } from '../findings.ts';
import type { Product } from '../visit/product.ts';
import type { Visit } from '../visit/visit.ts';

/** Number of times it is opened and left. */
const ROUNDS = 6;
/** Rounds before counting starts: caches and shared styles are created once and stay. */
const WARM_UP = 2;
/** DOM nodes and bytes that the browser may retain by itself in a round. */
const NODES = 40;
const HEAP = 330_000;

const SAME = ['title', 'address', 'storage', 'root'] as const;

/** Returns the page state that must be the same before and after the form, at the list of events. */
function stateOf(visit: Visit) {
  return visit.inPage(() => {
    const { documentElement, body } = document;
    // Excludes what the app itself stores: drafts, scroll positions, and the guest it shows.
    const relevantIn = (store: Storage) =>
      Object.entries({ ...store }).filter(([key]) => !/scroll|was|time|^guests$/i.test(key));
    return {
      title: document.title,
      address: location.href,
      storage: JSON.stringify([relevantIn(localStorage), relevantIn(sessionStorage), document.cookie]),
      root: [...documentElement.attributes, ...body.attributes].map(({ name, value }) => `${name}=${value}`).join(' '),
    };
  });
}

/** Returns what the page and the browser hold in memory, after a garbage collection. */
async function countIn(visit: Visit) {
  const { main } = visit.page;
  const { session } = main;
  for (let round = 0; round < 2; round++) await session.send('HeapProfiler.collectGarbage');
  const { nodes } = await session.send('Memory.getDOMCounters');
  const { usedSize: heap } = await session.send('Runtime.getHeapUsage');
  const sheets = await visit.inPage(() => document.adoptedStyleSheets.length + document.styleSheets.length);
  return { nodes, heap, sheets, listeners: await visit.page.countListeners(main) };
}

async function openAndLeave(visit: Visit, survey: SurveyKind, rounds: number): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    await visit.open(survey);
    await visit.fillOne(0, 'last');
    await visit.leave();
  }
}

/**
 * Returns by how much a count grew in most rounds. What the app itself starts meanwhile, such as its live updates, adds
 * to a few of them.
 * @param counts before the first round and after each
 */
export function growthIn(counts: readonly number[]): number {
  const growths = counts.slice(1).map((count, round) => count - (counts[round] ?? 0));
  return growths.toSorted((one, other) => one - other)[Math.floor((growths.length - 1) / 2)] ?? 0;
}

/** Checks that a form left while sending does not render over the next one. */
async function checkMoments(visit: Visit, survey: SurveyKind, findings: Findings): Promise<void> {
  const other: SurveyKind = survey === 'discharge' ? 'admission' : 'discharge';
  const expect = (holds: boolean, seen: string) => findings.expect('unmount', holds, seen);
  await visit.open(survey);
  await visit.leave();
  expect(await visit.open(survey), 'opened again at once, no field and no button is drawn');
  await visit.fill('last');
  visit.proxy.hold();
  await visit.send();
  await visit.leave();
  expect(await visit.open(other), 'left while it was sending, the next form is not drawn');
  await visit.ask('settle');
  const text = await visit.ask('text');
  visit.proxy.release();
  await visit.page.until(async () => (await visit.ask('text')) !== text, 500);
  expect((await visit.ask('text')) === text, 'left while it was sending, it draws over the next form');
  await visit.leave();
}

/** Opens and leaves the survey repeatedly and checks what remains on the page. */
export async function checkLeaving(product: Product, survey: SurveyKind, findings: Findings): Promise<void> {
  const visit = await product.visit();
  const before = await stateOf(visit);
  await openAndLeave(visit, survey, WARM_UP);
  const counts = [await countIn(visit)];
  for (let round = 0; round < ROUNDS; round++) {
    await openAndLeave(visit, survey, 1);
    counts.push(await countIn(visit));
  }
  const after = await stateOf(visit);
  for (const what of SAME) {
    findings.expect(
      'borders',
      before[what] === after[what],
      `the page's ${what} was ${before[what]} and is ${after[what]}`,
    );
  }
  const expectFewer = (what: keyof (typeof counts)[number], limit: number, unit: string) => {
    const more = growthIn(counts.map((count) => count[what]));
    findings.expect('leaks', more < limit, `${more} more ${unit} after most rounds`);
  };
  expectFewer('listeners', 1, 'listeners on window, document or body');
  expectFewer('sheets', 1, 'style sheets');
  expectFewer('nodes', NODES, 'nodes in memory');
  expectFewer('heap', HEAP, 'bytes of memory');
  await checkMoments(visit, survey, findings);
  await visit.end();
}
