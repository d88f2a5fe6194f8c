/** Streams that are open in this process, by person; their sessions are checked before every message. */

import { refusal } from '../access/permissions.ts';
import { SECOND } from '../common/clock.ts';
import type { ProblemCode } from '../common/problems.ts';
import type { Db } from '../db/schema.ts';
import { sessionsByHash } from '../repositories/accounts/sessions.ts';
import { sessionName } from '../security/secrets.ts';
import type { OpenStream } from './open-stream.ts';

/** Every stream gets a comment every 15 s; a fifteenth of them each second, to spread the work. */
export const COMMENT_SLOTS = 15;
export const SLOT_DURATION = SECOND;

export class Streams {
  readonly #byPerson = new Map<string, Set<OpenStream>>();
  readonly #perSession: number;
  #opened = 0;
  #slot = 0;

  /** @param perSession how many streams one session may have; one more ends its oldest */
  constructor(perSession: number) {
    this.#perSession = perSession;
  }

  get size(): number {
    let size = 0;
    for (const streams of this.#byPerson.values()) size += streams.size;
    return size;
  }

  of(person: string): readonly OpenStream[] {
    return [...(this.#byPerson.get(person) ?? [])];
  }

  /** Adds a stream, unless its browser has disconnected by now. */
  add(stream: OpenStream): void {
    if (!stream.isOpen) return;
    const own = this.#byPerson.get(stream.person) ?? new Set();
    const ofSession = [...own].filter(({ tokenHash }) => tokenHash === stream.tokenHash);
    for (const oldest of ofSession.slice(0, Math.max(0, ofSession.length + 1 - this.#perSession))) {
      own.delete(oldest);
      oldest.end();
    }
    stream.slot = this.#opened++ % COMMENT_SLOTS;
    this.#byPerson.set(stream.person, own.add(stream));
  }

  remove(stream: OpenStream): void {
    const own = this.#byPerson.get(stream.person);
    own?.delete(stream);
    if (own?.size === 0) this.#byPerson.delete(stream.person);
  }

  /** Ends a stream whose session may no longer read, with the reason. */
  refuse(stream: OpenStream, reason: ProblemCode, id?: number): void {
    this.remove(stream);
    const data = { id: sessionName(stream.tokenHash), profileId: null, reason };
    stream.end({ event: 'session.ended', data, ...(id === undefined ? {} : { id }) });
  }

  /** Returns the streams whose comment is due. Must be called once a second. */
  due(): OpenStream[] {
    this.#slot = (this.#slot + 1) % COMMENT_SLOTS;
    const streams = [...this.#byPerson.values()].flatMap((own) => [...own]);
    return streams.filter(({ slot }) => slot === this.#slot);
  }

  endAll(): void {
    for (const streams of this.#byPerson.values()) for (const stream of streams) stream.end();
    this.#byPerson.clear();
  }
}

/** Sessions read at a time. */
const BATCH_SIZE = 500;

/** Returns why each of these sessions may no longer read; those that may are left out. */
export async function refusals(db: Db, tokenHashes: readonly string[]): Promise<Map<string, ProblemCode>> {
  const refused = new Map<string, ProblemCode>();
  for (let start = 0; start < tokenHashes.length; start += BATCH_SIZE) {
    const hashes = tokenHashes.slice(start, start + BATCH_SIZE);
    const sessions = await sessionsByHash(db, hashes);
    for (const hash of hashes) {
      const code = refusal('full', sessions.get(hash));
      if (code) refused.set(hash, code);
    }
  }
  return refused;
}
