/** A lease on a job that runs once a night, whatever the number of processes: one row, replaced only unchanged. */
import { after, HOUR, MINUTE, now } from '../common/clock.ts';
import type { Db } from '../db/schema.ts';
import { readFact, replaceFact } from '../repositories/facts.ts';

/** A job whose process died is taken over after this time, in milliseconds. */
const LEASE = 10 * MINUTE;
/** A night begins at 3 a.m. by the machine's clock. */
const NIGHT_BEGINS = 3 * HOUR;

/** Returns the night that a moment belongs to, as YYYY-MM-DD. */
export function nightOf(moment: Date): string {
  const shifted = new Date(moment.getTime() - NIGHT_BEGINS - moment.getTimezoneOffset() * MINUTE);
  return shifted.toISOString().slice(0, 10);
}

interface State {
  night: string;
  /** End of the lease; null: the job is done for this night. */
  until: string | null;
  /** Makes every state different. */
  turn: number;
}

export class NightLease {
  readonly #db: Db;
  readonly #name: string;
  #held: string | undefined;

  constructor(db: Db, name: string) {
    this.#db = db;
    this.#name = name;
  }

  /** Returns whether this process now has the lease: the job is neither done in this night nor in progress elsewhere. */
  async take(night: string): Promise<boolean> {
    const stored = await readFact(this.#db, this.#name);
    const state = stored === undefined ? undefined : (JSON.parse(stored) as State);
    if (state && state.night >= night && (state.until === null || state.until > now())) return false;
    return this.#replace(stored, { night, until: after(LEASE), turn: (state?.turn ?? 0) + 1 });
  }

  /** Extends the lease. Returns false if another process has taken it over. */
  extend(night: string): Promise<boolean> {
    return this.#continue((turn) => ({ night, until: after(LEASE), turn }));
  }

  /** Records that the job is done in this night. */
  finish(night: string): Promise<boolean> {
    return this.#continue((turn) => ({ night, until: null, turn }));
  }

  #continue(next: (turn: number) => State): Promise<boolean> {
    if (this.#held === undefined) return Promise.resolve(false);
    return this.#replace(this.#held, next((JSON.parse(this.#held) as State).turn + 1));
  }

  async #replace(from: string | undefined, state: State): Promise<boolean> {
    const value = JSON.stringify(state);
    const isReplaced = await replaceFact(this.#db, this.#name, from, value);
    this.#held = isReplaced ? value : undefined;
    return isReplaced;
  }
}
