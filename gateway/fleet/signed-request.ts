import { createHash, randomBytes } from 'node:crypto';
import { Refusal } from '../rollout/release/refusal.ts';
import { sign, verify } from '../trust/signature.ts';
import type { SigningKey } from '../trust/signing-key.ts';
import { type Teams, teamIn } from '../trust/teams.ts';

/** Tolerance for clock differences between teams and gateways and for transit time, in milliseconds. */
const CLOCK_TOLERANCE_MS = 5 * 60_000;

/** Signed parts of a request, in addition to its body. */
interface Signed {
  method: string;
  /** Includes the query. */
  path: string;
  /** ISO 8601. */
  date: string;
  /** 128 random bits: no request is accepted twice. */
  nonce: string;
}

type Headers = Record<string, string | string[] | undefined>;

function statementOf({ method, path, date, nonce }: Signed, body: Buffer): string {
  const hash = createHash('sha256').update(body).digest('base64');
  return ['lodestar-deploy', method, path, hash, date, nonce].join('\n');
}

/** Returns the headers that authenticate a request. */
export function signRequest({ team, privateKey }: SigningKey, method: string, path: string, body: Buffer) {
  const signed = { method, path, date: new Date().toISOString(), nonce: randomBytes(16).toString('base64url') };
  return {
    'lodestar-team': team,
    'lodestar-date': signed.date,
    'lodestar-nonce': signed.nonce,
    'lodestar-signature': sign(statementOf(signed, body), privateKey),
  };
}

/**
 * Accepts each signed request once. Refuses those signed before the guard existed: they may have been accepted already.
 */
export class RequestGuard {
  readonly #since = Date.now();
  /** Team and nonce -> when they were accepted, in milliseconds since 1970. */
  readonly #accepted = new Map<string, number>();

  /** Returns the team that signed a request. Throws Refusal (401) with the reason. */
  check(teams: Teams, request: { method: string; path: string; headers: Headers }, body: Buffer): string {
    const [name, date, nonce, signature] = ['team', 'date', 'nonce', 'signature'].map((field) => {
      const value = request.headers[`lodestar-${field}`];
      if (typeof value !== 'string' || value === '') throw new Refusal(401, `The header lodestar-${field} is missing.`);
      return value;
    }) as [string, string, string, string];
    const team = teamIn(teams, name);
    if (team === undefined) throw new Refusal(401, `This gateway does not list a team ${name}.`);
    const { method, path } = request;
    if (!verify(statementOf({ method, path, date, nonce }, body), signature, team.publicKey)) {
      throw new Refusal(401, `This request is not signed by team ${name}, or was altered in transit.`);
    }
    this.#refuseOld(date);
    this.#refuseRepeated(`${name} ${nonce}`);
    return name;
  }

  #refuseOld(date: string): void {
    const signed = Date.parse(date);
    const age = Date.now() - signed;
    if (Number.isNaN(signed) || Math.abs(age) > CLOCK_TOLERANCE_MS || signed < this.#since) {
      throw new Refusal(401, `This request was signed at ${date}, too long ago or in the future: sign it again.`);
    }
  }

  #refuseRepeated(key: string): void {
    const now = Date.now();
    for (const [old, acceptedAt] of this.#accepted)
      if (now - acceptedAt > 2 * CLOCK_TOLERANCE_MS) this.#accepted.delete(old);
    if (this.#accepted.has(key)) throw new Refusal(401, 'This request was accepted before: sign it again.');
    this.#accepted.set(key, now);
  }
}
