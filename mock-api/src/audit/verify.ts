/** Verifies the hash chain of the audit log: finds entries that were changed, deleted, inserted or reordered. */
import { MINUTE } from '../common/clock.ts';
import type { Db } from '../db/schema.ts';
import {
  type AuditRow,
  GENESIS,
  type Head,
  type Link,
  linksAfter,
  prunedBefore,
  selectUnlinked,
} from '../repositories/audit-chain.ts';
import { linkHash } from './chain.ts';

/**
 * How much older than its predecessors a link's entry may be, in milliseconds: entries are linked in the order in which
 * they were committed, and the clocks of several machines differ.
 */
const DISORDER = 10 * MINUTE;

/** Links read at a time. */
const PAGE = 2_000;
/** Maximum number of faults listed. */
const SHOWN = 20;

export interface Verification {
  /** Linked entries that were read. */
  count: number;
  first: string | undefined;
  last: string | undefined;
  head: Head;
  /** Entries that are too new to have a link. */
  waiting: number;
  /** One sentence per broken entry; the first ones if there are many. */
  faults: string[];
}

class Verifier {
  readonly #known: Head | undefined;
  #isKnownFound = false;
  #newest = '';
  readonly result: Verification = {
    count: 0,
    first: undefined,
    last: undefined,
    head: { number: 0, hash: GENESIS },
    waiting: 0,
    faults: [],
  };

  constructor(known: Head | undefined) {
    this.#known = known;
    this.#isKnownFound = known === undefined;
  }

  fault(sentence: string): void {
    if (this.result.faults.length < SHOWN) this.result.faults.push(sentence);
  }

  startAfter(head: Head): void {
    this.result.head = head;
    this.#compare(head);
  }

  add(link: Link): void {
    const { result } = this;
    const { number, hash, entryId, row } = link;
    const previous = result.head;
    if (number !== previous.number + 1) this.fault(`Links ${previous.number + 1} to ${number - 1} are missing.`);
    else if (row && linkHash(previous.hash, number, row) !== hash)
      this.fault(`Entry ${entryId} (link ${number}) was changed, or is not in its place.`);
    if (!row) this.fault(`Entry ${entryId} (link ${number}) was deleted.`);
    else this.#checkTime(row, number);
    result.head = { number, hash };
    result.count += 1;
    result.first ??= entryId;
    result.last = entryId;
    this.#compare(result.head);
  }

  /** Checks entries without a link. */
  addUnlinked({ id, at }: { id: string; at: string }): void {
    if (this.#isLate(at)) this.fault(`Entry ${id} (no link) was inserted: it is older than linked entries.`);
    else this.result.waiting += 1;
  }

  end(): Verification {
    if (!this.#isKnownFound) this.fault(`Link ${this.#known?.number} with the given hash is missing.`);
    return this.result;
  }

  #isLate(at: string): boolean {
    return this.#newest !== '' && Date.parse(at) < Date.parse(this.#newest) - DISORDER;
  }

  #checkTime({ id, at }: AuditRow, number: number): void {
    if (this.#isLate(at)) this.fault(`Entry ${id} (link ${number}) was inserted later than its time says.`);
    if (at > this.#newest) this.#newest = at;
  }

  #compare({ number, hash }: Head): void {
    if (number === this.#known?.number && hash === this.#known.hash) this.#isKnownFound = true;
  }
}

/**
 * Reads the whole log and checks every link.
 * @param known a link noted earlier: the log must still contain it, so that its end can't have been cut off or rewritten
 */
export async function verifyChain(db: Db, known?: Head): Promise<Verification> {
  const verifier = new Verifier(known);
  let page = await linksAfter(db, 0, PAGE);
  const [oldest] = page;
  const pruned = oldest && oldest.number > 1 ? await prunedBefore(db, oldest.number) : undefined;
  if (pruned) verifier.startAfter(pruned);
  while (page.length > 0) {
    for (const link of page) verifier.add(link);
    page = page.length < PAGE ? [] : await linksAfter(db, page.at(-1)?.number ?? 0, PAGE);
  }
  for (const entry of await selectUnlinked(db).select(['id', 'at']).execute()) verifier.addUnlinked(entry);
  return verifier.end();
}
