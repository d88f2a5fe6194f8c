import { type Act, readHistory } from '../../registry/history.ts';

const HEAD = ['when (UTC)', 'who', 'what', 'version', 'why'];

/** Returns the history of a remote (or of "shell") as a table for people, oldest first. */
export async function historyTable(root: string, name: string): Promise<string> {
  const acts = await readHistory(root, name);
  if (acts.length === 0) return `Nothing is written down about ${name} yet.`;
  const rows = [HEAD, ...acts.map(rowOf)];
  const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function rowOf({ at, who, what, version, share, from, why = '' }: Act): string[] {
  const left = from === undefined || from === version ? '' : ` from ${from}`;
  const part = share === undefined ? '' : ` at ${share} %`;
  const when = at.slice(0, 19).replace('T', ' ');
  return [when, who, `${what}${left}${part}`, version, why].map((cell) => cell.replaceAll(/\s+/g, ' '));
}
