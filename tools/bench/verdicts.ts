/** An aim and whether it is met. */
export interface Verdict {
  aim: string;
  found: string;
  /** Undefined: not judged, because the machine is too slow. */
  ok: boolean | undefined;
}

type Cell = string | number;

/** Formats a table whose columns are as wide as their longest cell: the first has text, the others numbers. */
export function table(title: string, head: string[], rows: Cell[][]): string {
  const lines = [head, ...rows.map((row) => row.map(String))];
  const widths = head.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const draw = (line: string[]) =>
    line
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  ')
      .trimEnd();
  return [`\n${title}`, ...lines.map((line) => `  ${draw(line)}`)].join('\n');
}

function wordOf({ ok }: Verdict): string {
  if (ok === undefined) return 'not judged';
  return ok ? 'ok' : 'MISSED';
}

export const verdictsReport = (verdicts: readonly Verdict[]): string =>
  table(
    'Aims',
    ['', 'found', ''],
    verdicts.map((verdict) => [verdict.aim, verdict.found, wordOf(verdict)]),
  );

export const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;
