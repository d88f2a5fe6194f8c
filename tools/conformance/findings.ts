import { reasonOf } from 'server-kit/plain-error';
import { CLAUSE_IDS, CLAUSES, type ClauseId } from './clauses.ts';

/** The violation that kept a clause from being checked. */
interface Cause {
  clause: ClauseId;
  seen: string;
}

/** The result for one clause. `open`: not checked, or not for every survey. */
export interface Finding {
  clause: ClauseId;
  holds: 'yes' | 'no' | 'open';
  /** What was observed, one item per line. */
  seen: string[];
  /** Why it is open, if another clause is violated. */
  because?: Cause;
}

/** Findings collected so far about one remote. */
export class Findings {
  readonly #wanted: ReadonlySet<ClauseId>;
  readonly #seen = new Map<ClauseId, string[]>();
  readonly #broken = new Set<ClauseId>();
  readonly #skipped = new Map<ClauseId, Cause>();

  /** @param wanted the clauses to check */
  constructor(wanted: readonly ClauseId[] = CLAUSE_IDS) {
    this.#wanted = new Set(wanted);
  }

  /** Whether any of these clauses is to be checked. */
  wants(...clauses: ClauseId[]): boolean {
    return clauses.some((clause) => this.#wanted.has(clause));
  }

  /** Marks the clause as checked, with an optional line of detail. */
  note(clause: ClauseId, line?: string): void {
    const lines = this.#seen.get(clause) ?? [];
    this.#seen.set(clause, line === undefined || lines.includes(line) ? lines : [...lines, line]);
  }

  /** Records a violation of the clause. */
  fault(clause: ClauseId, line: string): void {
    this.#broken.add(clause);
    this.note(clause, line);
  }

  /** Marks the clause as checked, and as violated unless `holds` is true. */
  expect(clause: ClauseId, holds: boolean, line: string): void {
    if (holds) this.note(clause);
    else this.fault(clause, line);
  }

  /** Returns the one of these clauses whose violation was recorded first, if any. */
  firstBroken(clauses: readonly ClauseId[]): ClauseId | undefined {
    return [...this.#broken].find((clause) => clauses.includes(clause));
  }

  /**
   * Marks clauses as not checked, because the violation of another one prevents it. Violations of theirs and earlier
   * causes are kept.
   */
  skip(clauses: readonly ClauseId[], cause: ClauseId): void {
    const [seen = ''] = this.#seen.get(cause) ?? [];
    for (const clause of clauses) {
      if (clause !== cause && !this.#skipped.has(clause)) this.#skipped.set(clause, { clause: cause, seen });
    }
  }

  /**
   * Runs the work and records anything it throws as a fault of the remote: a form that can't be examined can't be used.
   * @param violatedBy returns the clause that an error violates
   * @param checked the clauses that the work checks: they stay open after a fault
   * @returns whether the work was done
   */
  async under(
    violatedBy: () => Promise<ClauseId>,
    checked: readonly ClauseId[],
    work: () => Promise<void>,
  ): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (thrown) {
      const violated = await violatedBy();
      this.fault(violated, reasonOf(thrown).split('\n')[0] ?? '');
      this.skip(checked, violated);
      return false;
    }
  }

  /** Returns a finding for every clause to be checked, and for those that kept one from being checked, in order. */
  all(): Finding[] {
    const found = CLAUSE_IDS.map((clause) => this.#found(clause));
    const wanted = found.filter(({ clause }) => this.#wanted.has(clause));
    const causes = new Set(wanted.map(({ because }) => because?.clause));
    return found.filter((finding) => wanted.includes(finding) || causes.has(finding.clause));
  }

  #found(clause: ClauseId): Finding {
    const seen = this.#seen.get(clause);
    const because = this.#skipped.get(clause);
    if (this.#broken.has(clause)) return { clause, holds: 'no', seen: seen ?? [] };
    if (because) return { clause, holds: 'open', seen: seen ?? [], because };
    return { clause, holds: seen ? 'yes' : 'open', seen: seen ?? [] };
  }
}

const MARKS = { yes: 'ok  ', no: 'FAIL', open: '–   ' };
const INDENT = '       ';
const MAX_LINES = 6;

const counted = (count: number) => (count === 1 ? '1 clause' : `${count} clauses`);

/** Formats the findings as a report that the remote's team can act on. */
export function report(where: string, findings: Finding[]): string {
  const lines = findings.flatMap(({ clause, holds, seen, because }) => {
    const { says, fix } = CLAUSES[clause];
    const head = `  ${MARKS[holds]} ${clause}: ${says}`;
    if (because) return [head, `${INDENT}not checked, because of ${because.clause}: ${because.seen}`];
    const more = seen.length - MAX_LINES;
    const shown = more > 0 ? [...seen.slice(0, MAX_LINES), `… and ${more} more like these`] : seen;
    const details = shown.map((line) => `${INDENT}${holds === 'no' ? 'seen: ' : ''}${line}`);
    return [head, ...details, ...(holds === 'no' ? [`${INDENT}fix: ${fix}`] : [])];
  });
  const broken = findings.filter(({ holds }) => holds === 'no').length;
  const open = findings.filter(({ holds }) => holds === 'open').length;
  const verdict =
    broken + open > 0
      ? `${broken} of ${counted(findings.length)} failed${open > 0 ? `, ${open} could not be checked` : ''}.`
      : `${findings.length > 1 ? 'All ' : ''}${counted(findings.length)} passed.`;
  return [`survey@1: ${where}`, '', ...lines, '', verdict].join('\n');
}

/** Whether every clause was checked and holds. */
export const conforms = (findings: Finding[]) => findings.every(({ holds }) => holds === 'yes');
