import type { Browser } from 'playwright';
import { KINDS, type Kind } from '../builds.ts';
import type { Running } from '../servers.ts';
import { SCREENS, type ScreenName } from './screens.ts';
import { NeverPainted, type Visit, type Visited, visit } from './visit.ts';

/** Milliseconds until the heading was painted; equal indexes were measured in the same round. */
export type Times = Record<ScreenName, Record<Kind, number[]>>;

export interface Timed {
  times: Times;
  /** Loads repeated because nothing was painted in time, e.g. "federated welcome". Part of the result. */
  lost: string[];
}

/**
 * Returns the kinds in an order that rotates each round, so that a brief slowdown of the machine affects all alike.
 */
function order(round: number): Kind[] {
  const start = round % KINDS.length;
  return [...KINDS.slice(start), ...KINDS.slice(0, start)];
}

/** Loads a screen once; a load that never painted is recorded and repeated once. */
async function visitSurely(browser: Browser, kind: Kind, visited: Visited, lost: string[]): Promise<Visit> {
  try {
    return await visit(browser, visited);
  } catch (error) {
    if (!(error instanceof NeverPainted)) throw error;
    lost.push(`${kind} ${visited.screen.name}`);
    return visit(browser, visited);
  }
}

/** Loads every screen of every kind, interleaved. The first round is a warm-up. */
export async function measureTimes(
  browser: Browser,
  { urls, token }: Running,
  loads: number,
  say: (line: string) => void,
): Promise<Timed> {
  const none = () => ({ federated: [], routes: [], bundle: [] });
  const times: Times = { welcome: none(), home: none() };
  const lost: string[] = [];
  for (let round = 0; round <= loads; round++) {
    say(round === 0 ? 'Warming up …' : `Round ${round} of ${loads} …`);
    for (const screen of SCREENS) {
      const headings = new Set<string>();
      for (const kind of order(round)) {
        const visited = { url: urls[kind][screen.name], screen, token, throttled: true };
        const { painted, heading } = await visitSurely(browser, kind, visited, lost);
        headings.add(heading);
        if (round > 0) times[screen.name][kind].push(painted);
      }
      // Error screens have a heading too.
      if (headings.size > 1) throw new Error(`The builds show different screens: ${[...headings].join(', ')}`);
    }
  }
  return { times, lost };
}
