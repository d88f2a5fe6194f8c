/** How a journey ended in an engine: in how many seconds, or why not. */
export interface Outcome {
  engine: string;
  journey: string;
  seconds: number;
  /** Why it failed; undefined when it did not. */
  failure?: string;
}

/** The least room between two columns. */
const GAP = 2;

const cell = (outcome: Outcome | undefined) => {
  if (outcome === undefined) return 'not run';
  return outcome.failure === undefined ? `ok ${outcome.seconds.toFixed(1)} s` : 'FAILED';
};

/** A line a journey, a column an engine. */
export function formatTable(engines: readonly string[], journeys: readonly string[], outcomes: Outcome[]): string {
  const of = (journey: string) => (engine: string) =>
    cell(outcomes.find((outcome) => outcome.engine === engine && outcome.journey === journey));
  const rows = [['', ...engines], ...journeys.map((journey) => [journey, ...engines.map(of(journey))])];
  const widths = ['', ...engines].map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)) + GAP);
  const line = (row: readonly string[]) => row.map((text, column) => text.padEnd(widths[column] ?? 0)).join('');
  return rows.map((row) => line(row).trimEnd()).join('\n');
}
