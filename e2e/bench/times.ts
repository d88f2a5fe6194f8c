import type { Browser } from 'playwright';
import { KINDS, type Kind } from './builds.ts';
import { SCREENS, type ScreenName } from './screens.ts';
import type { Running } from './servers.ts';
import { visit } from './visit.ts';

/** Milliseconds until the heading was painted; entries at the same place were measured in the same round. */
export type Times = Record<ScreenName, Record<Kind, number[]>>;

/** The kinds, each round beginning with another one: what slows the machine for a moment hits all of them alike. */
function order(round: number): Kind[] {
  const start = round % KINDS.length;
  return [...KINDS.slice(start), ...KINDS.slice(0, start)];
}

/** Loads every screen of every kind, interleaved. The first round only warms up. */
export async function measureTimes(
  browser: Browser,
  running: Running,
  loads: number,
  say: (line: string) => void,
): Promise<Times> {
  const none = () => ({ federated: [], routes: [], bundle: [] });
  const times: Times = { welcome: none(), home: none() };
  for (let round = 0; round <= loads; round++) {
    say(round === 0 ? 'Warming up …' : `Round ${round} of ${loads} …`);
    for (const screen of SCREENS) {
      const headings = new Set<string>();
      for (const kind of order(round)) {
        const url = running.urls[kind][screen.name];
        const { painted, heading } = await visit(browser, { url, screen, token: running.token, throttled: true });
        headings.add(heading);
        if (round > 0) times[screen.name][kind].push(painted);
      }
      // An apology has a heading too.
      if (headings.size > 1) throw new Error(`The builds show different screens: ${[...headings].join(', ')}`);
    }
  }
  return times;
}
