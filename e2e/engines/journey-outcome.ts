export interface JourneyOutcome {
  engine: string;
  journey: string;
  seconds: number;
  hasPassed: boolean;
  /** The reason for each failed try; empty if the first one passed. */
  failures: string[];
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
