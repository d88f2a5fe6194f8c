import { CLAUSE_IDS, CLAUSES, type ClauseId } from './clauses.ts';

/** The result for one clause. `open`: not checked, because an earlier clause is violated. */
export interface Finding {
  clause: ClauseId;
  holds: 'yes' | 'no' | 'open';
  /** What was observed, one item per line. */
  seen: string[];
}

/** Findings collected so far about one remote. */
export class Findings {
  readonly #seen = new Map<ClauseId, string[]>();
  readonly #broken = new Set<ClauseId>();
  readonly #checked = new Set<ClauseId>();

  /** Marks the clause as checked, with an optional line of detail. */
  note(clause: ClauseId, line?: string): void {
    this.#checked.add(clause);
    if (line !== undefined) this.#add(clause, line);
  }

  /** Records a violation of the clause. */
  fault(clause: ClauseId, line: string): void {
    this.#checked.add(clause);
    this.#broken.add(clause);
    this.#add(clause, line);
  }

  /** Marks the clause as checked, and as violated unless `holds` is true. */
  expect(clause: ClauseId, holds: boolean, line: string): void {
    if (holds) this.note(clause);
    else this.fault(clause, line);
  }

  isBroken(...clauses: ClauseId[]): boolean {
    return clauses.some((clause) => this.#broken.has(clause));
  }

  /** Returns a finding for every clause, in order. */
  all(): Finding[] {
    return CLAUSE_IDS.map((clause) => {
      const holds = this.#broken.has(clause) ? 'no' : this.#checked.has(clause) ? 'yes' : 'open';
      return { clause, holds, seen: this.#seen.get(clause) ?? [] };
    });
  }

  #add(clause: ClauseId, line: string): void {
    const lines = this.#seen.get(clause) ?? [];
    if (!lines.includes(line)) this.#seen.set(clause, [...lines, line]);
  }
}

const MARKS = { yes: 'ok  ', no: 'FAIL', open: '–   ' };
const INDENT = '       ';
const MAX_LINES = 6;

function shortened(lines: string[]): string[] {
  const more = lines.length - MAX_LINES;
  return more > 0 ? [...lines.slice(0, MAX_LINES), `… and ${more} more like these`] : lines;
}

/** Formats the findings as a report that the remote's team can act on. */
export function report(where: string, findings: Finding[]): string {
  const lines = findings.flatMap(({ clause, holds, seen }) => {
    const { says, fix } = CLAUSES[clause];
    const head = `  ${MARKS[holds]} ${clause}: ${says}`;
    const details = shortened(seen).map((line) => `${INDENT}${holds === 'no' ? 'seen: ' : ''}${line}`);
    return [head, ...details, ...(holds === 'no' ? [`${INDENT}fix: ${fix}`] : [])];
  });
  const broken = findings.filter(({ holds }) => holds === 'no').length;
  const open = findings.filter(({ holds }) => holds === 'open').length;
  const verdict =
    broken + open > 0
      ? `${broken} of ${findings.length} clauses failed${open > 0 ? `, ${open} could not be checked` : ''}.`
      : `All ${findings.length} clauses passed.`;
  return [`survey@1: ${where}`, '', ...lines, '', verdict].join('\n');
}

/** Whether every clause was checked and holds. */
export const conforms = (findings: Finding[]) => findings.every(({ holds }) => holds === 'yes');
