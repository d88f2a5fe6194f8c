import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { EventDocument } from 'mock-api/common/documents';
import { openDatabase } from 'mock-api/db/open';
import type { Tables } from 'mock-api/db/schema';
import { performImport } from 'mock-api/operator/import-command';
import { insertEvents } from 'mock-api/repositories/care/events';
import { fillHospital } from 'mock-api/test/support/hospital';

/** Busy timeout in milliseconds: the API process writes to the same database. */
const LOCK_TIMEOUT_MS = 5_000;

/** More events in one statement would exceed SQLite's limit on values. */
const EVENTS_AT_ONCE = 500;

/**
 * Direct access to the API's database, for what hospital systems do and no endpoint offers: assigning wristbands and
 * inspecting stored data.
 */
export class Records {
  readonly #file: string;

  /** @param folder the API's data folder */
  constructor(folder: string) {
    this.#file = join(folder, 'api.sqlite');
  }

  #run(sql: string, values: string[]): Record<string, unknown>[] {
    const database = new DatabaseSync(this.#file, { timeout: LOCK_TIMEOUT_MS });
    try {
      return database.prepare(sql).all(...values);
    } finally {
      database.close();
    }
  }

  /** Adds 500 accounts under review, 5,000 patients and 2,000 requests. */
  async fillHospital(): Promise<void> {
    const { db } = openDatabase<Tables>({ url: undefined, file: this.#file });
    await fillHospital(db);
    await db.destroy();
  }

  /** Assigns a wristband with this code to a user. Throws when no user has the email. */
  giveWristband(email: string, code: string): void {
    const given = this.#run('UPDATE users SET wristband_code = ? WHERE email = ? RETURNING id', [code, email]);
    if (given.length !== 1) throw new Error(`No account has the e-mail ${email}`);
  }

  /** Sets all of a user's sessions to expire in `ms` milliseconds unless used; a negative value expires them now. */
  endSessionsIn(email: string, ms: number): void {
    const mine = 'user_id = (SELECT id FROM users WHERE email = ?)';
    this.#run(`UPDATE sessions SET idle_at = ? WHERE ${mine} RETURNING idle_at`, [
      new Date(Date.now() + ms).toISOString(),
      email,
    ]);
  }

  endTrial(email: string): void {
    this.#run('UPDATE users SET status_id = 6 WHERE email = ? RETURNING id', [email]);
  }

  /** Returns the interest sign-ups stored for an email. */
  interest(email: string): Record<string, unknown>[] {
    return this.#run('SELECT email, name, city, opt_in FROM interest_sign_ups WHERE email = ?', [email]).map((row) => ({
      ...row,
    }));
  }

  /** Runs `npm run import-fhir -- …` on the API's database. Throws its output if it fails. */
  async importFhir(...args: string[]): Promise<void> {
    const { code, output } = await performImport(args, { ...process.env, DATA_DIR: dirname(this.#file) });
    if (code !== 0) throw new Error(output);
  }

  /** Adds events to a user's timeline, the last one the newest. Throws when no user has the email. */
  async addEvents(email: string, events: EventDocument[]): Promise<void> {
    const [user] = this.#run('SELECT id FROM users WHERE email = ?', [email]);
    if (!user) throw new Error(`No account has the e-mail ${email}`);
    const { db } = openDatabase<Tables>({ url: undefined, file: this.#file });
    try {
      for (let from = 0; from < events.length; from += EVENTS_AT_ONCE) {
        const time = new Date(Date.now() + from).toISOString();
        await insertEvents(db, String(user.id), events.slice(from, from + EVENTS_AT_ONCE), time);
      }
    } finally {
      await db.destroy();
    }
  }
}
