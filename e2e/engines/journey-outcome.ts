import { quantile } from 'tools/bench/statistics';
import { table } from 'tools/bench/verdicts';

export interface JourneyOutcome {
  engine: string;
  journey: string;
  seconds: number;
  hasPassed: boolean;
  /** The reason for each failed try; empty if the first one passed. */
  failures: string[];
  /** Milliseconds that the steps of the last try took; empty for a journey that records none. */
  times: ReadonlyMap<string, readonly number[]>;
}

/** Minimum gap between two columns, in characters. */
const GAP = 2;

const cell = (outcome: JourneyOutcome | undefined) => {
  if (outcome === undefined) return 'not run';
  return outcome.hasPassed ? `ok ${outcome.seconds.toFixed(1)} s` : 'FAILED';
};

/** Formats a table with a row per journey and a column per engine. */
export function formatTable(
  engines: readonly string[],
  journeys: readonly string[],
  outcomes: JourneyOutcome[],
): string {
  const of = (journey: string) => (engine: string) =>
    cell(outcomes.find((outcome) => outcome.engine === engine && outcome.journey === journey));
  const rows = [['', ...engines], ...journeys.map((journey) => [journey, ...engines.map(of(journey))])];
  const widths = ['', ...engines].map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)) + GAP);
  const line = (row: readonly string[]) => row.map((text, column) => text.padEnd(widths[column] ?? 0)).join('');
  return rows.map((row) => line(row).trimEnd()).join('\n');
}

/** Formats the recorded times as a table with a row per engine and step, or as nothing if there are none. */
export function formatTimes(outcomes: readonly JourneyOutcome[]): string {
  const rows = outcomes.flatMap(({ engine, times }) =>
    [...times].map(([step, all]) => {
      const [half, most, worst] = [0.5, 0.95, 1].map((share) => `${quantile(all, share).toFixed(0)} ms`);
      return [`${engine}: ${step}`, all.length, half ?? '', most ?? '', worst ?? ''];
    }),
  );
  return rows.length === 0 ? '' : table('Times', ['', 'times', 'p50', 'p95', 'longest'], rows);
}
