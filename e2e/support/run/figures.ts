import type { TestInfo } from 'playwright/test';
import type { TestResult } from 'playwright/types/testReporter';

/** Figures that tests add up together, with the label each is printed under. */
const FIGURES = {
  policy: 'content security policy',
  faults: 'screens and faults of the API',
  sessions: 'sessions on the page',
  taps: 'taps beside a hostile guest',
} as const;

type Figure = keyof typeof FIGURES;

/** The counts one test adds: `{ tests: 1, violations: 0 }`. */
type Counts = Record<string, number>;

/** Adds counts to a figure that is summed over all tests and printed at the end of the run. */
export function addToFigure({ annotations }: TestInfo, figure: Figure, counts: Counts): void {
  annotations.push({ type: `figure ${figure}`, description: JSON.stringify(counts) });
}

/** Returns one line per figure: `content security policy: 400 tests, 0 violations`. */
export function sumFigures(results: readonly TestResult[]): string[] {
  const annotations = results.flatMap((result) => result.annotations);
  return Object.entries(FIGURES).flatMap(([figure, title]) => {
    const sums = new Map<string, number>();
    for (const { type, description = '{}' } of annotations) {
      if (type !== `figure ${figure}`) continue;
      for (const [what, count] of Object.entries(JSON.parse(description) as Counts)) {
        sums.set(what, (sums.get(what) ?? 0) + count);
      }
    }
    if (sums.size === 0) return [];
    return [`${title}: ${[...sums].map(([what, count]) => `${count} ${what}`).join(', ')}`];
  });
}
