import type { Findings } from './findings.ts';
import type { Room } from './room.ts';
import type { Alive } from './room-page.ts';

/** How often it is mounted and unmounted. */
const ROUNDS = 10;
/** Rounds before anything is counted: caches and shared styles are made once and stay. */
const WARM_UP = 3;
/** Nodes and bytes that a browser may hold on to by itself in all rounds together. */
const NODES = 60;
const HEAP = 1_500_000;

const isEmpty = (room: Room) => room.until(() => document.getElementById('conformance-room')?.childNodes.length === 0);

async function round(room: Room): Promise<void> {
  await room.mount({ survey: 'admission' });
  await room.fill('last');
  await room.settle();
  await room.unmount();
  await room.settle();
}

async function checkMoments(room: Room, findings: Findings): Promise<void> {
  await room.mount({ survey: 'admission' });
  await room.unmount();
  findings.expect('unmount', await isEmpty(room), 'elements stay in the container');
  const twice = await room.unmount().then(
    () => undefined,
    (thrown: unknown) => String(thrown).split('\n')[0],
  );
  findings.expect('unmount', twice === undefined, `a second unmount() throws: ${twice}`);

  await room.mount({ survey: 'admission' });
  await room.reply('hold');
  await room.fill('last');
  await room.press();
  await room.hasSubmitted(1);
  await room.unmount();
  await room.release();
  await room.settle();
  findings.expect('unmount', await isEmpty(room), 'unmounted while sending, it draws into the container afterwards');

  const left = await room.page.evaluate(() => {
    globalThis.conformance.mount({ survey: 'admission' });
    globalThis.conformance.unmount();
    globalThis.conformance.mount({ survey: 'discharge' });
    return document.getElementById('conformance-room')?.childElementCount ?? 0;
  });
  const isThere = left > 0 && (await room.has('button, input[type=submit]'));
  findings.expect('unmount', isThere, 'mounted again at once into the same container, nothing is drawn');
  await room.unmount();
  findings.expect('unmount', await isEmpty(room), 'elements stay in the container');
}

const SAME = ['title', 'address', 'history', 'storage', 'root'] as const;

function compare(before: Alive, after: Alive, findings: Findings): void {
  findings.note('borders');
  for (const what of SAME) {
    findings.expect(
      'borders',
      before[what] === after[what],
      `the page's ${what} was ${before[what]} and is ${after[what]}`,
    );
  }
  findings.expect(
    'borders',
    after.outside <= before.outside,
    `${after.outside - before.outside} elements more outside the container`,
  );
}

/** Leaves at every moment, ten times over, and looks at what stays behind. */
export async function checkLeaving(room: Room, findings: Findings): Promise<void> {
  const untouched = await room.alive();
  await checkMoments(room, findings);
  for (let time = 0; time < WARM_UP; time++) await round(room);
  compare(untouched, { ...(await room.alive()), root: untouched.root }, findings);

  const [alive, counted] = [await room.alive(), await room.count()];
  for (let time = 0; time < ROUNDS; time++) await round(room);
  const [later, recounted] = [await room.alive(), await room.count()];
  const grown = (what: 'listeners' | 'timers' | 'sheets' | 'outside') => later[what] - alive[what];
  // One a round is a leak; less is something else on the page.
  for (const [what, says] of [
    ['listeners', 'listeners on window, document or body'],
    ['timers', 'timers'],
    ['sheets', 'style sheets'],
    ['outside', 'elements outside the container'],
  ] as const) {
    findings.expect('leaks', grown(what) < ROUNDS, `${grown(what)} more ${says} after ${ROUNDS} rounds`);
  }
  const nodes = recounted.nodes - counted.nodes;
  findings.expect(
    'leaks',
    nodes < NODES,
    `${nodes} more nodes in memory after ${ROUNDS} rounds (something holds removed elements)`,
  );
  const heap = recounted.heap - counted.heap;
  findings.expect('leaks', heap < HEAP, `${(heap / 1e6).toFixed(1)} MB more memory after ${ROUNDS} rounds`);
}
