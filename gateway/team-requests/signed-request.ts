import { createHash, randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { type FormOf, read } from 'shared-ui/contract/documents';
import { fingerprintOf, publicHalf, sign, verify } from '../trust/signature.ts';
import type { SigningKey } from '../trust/signing-key.ts';
import { mayPublish, readTeams, type Teams, teamIn } from '../trust/teams.ts';

type RefusalStatus = 400 | 401 | 403 | 404 | 409 | 413;

const CODES: Record<RefusalStatus, string> = {
  400: 'BAD_REQUEST',
  401: 'NOT_SIGNED',
  403: 'NOT_ALLOWED',
  404: 'NOT_FOUND',
  409: 'CONFLICT',
  413: 'TOO_LARGE',
};

/** Thrown when a gateway refuses a team's request. */
export class RefusalError extends Error {
  override name = 'RefusalError';
  readonly status: RefusalStatus;
  readonly #code: string;

  /** @param code tells programs apart what the status doesn't */
  constructor(status: RefusalStatus, message: string, code = CODES[status]) {
    super(message);
    this.status = status;
    this.#code = code;
  }

  get body() {
    return { error: { code: this.#code, message: this.message } };
  }
}

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

function statementOf({ method, path, date, nonce }: Signed, body: Buffer): string {
  const hash = createHash('sha256').update(body).digest('base64');
  return ['lodestar-deploy', method, path, hash, date, nonce].join('\n');
}

/** The key that signs a request; the team is absent while the publisher doesn't know its name at the gateway. */
export type RequestKey = Pick<SigningKey, 'privateKey'> & Partial<SigningKey>;

/** Returns the headers that authenticate a request. It names the team, or the key by its fingerprint. */
export function signRequest({ team, privateKey }: RequestKey, method: string, path: string, body: Buffer) {
  const signed = { method, path, date: new Date().toISOString(), nonce: randomBytes(16).toString('base64url') };
  return {
    ...(team === undefined ? { 'lodestar-key': fingerprintOf(publicHalf(privateKey)) } : { 'lodestar-team': team }),
    'lodestar-date': signed.date,
    'lodestar-nonce': signed.nonce,
    'lodestar-signature': sign(statementOf(signed, body), privateKey),
  };
}

/** Codes of the refusals of a key that no team has, and of one that the operator has withdrawn. */
export const UNKNOWN_KEY = 'UNKNOWN_KEY';
export const WITHDRAWN_KEY = 'WITHDRAWN_KEY';

function refuseWithdrawn(name: string, { withdrawn }: Pick<Teams[string], 'withdrawn'>): void {
  if (withdrawn === undefined) return;
  const day = withdrawn.slice(0, 10);
  throw new RefusalError(401, `The key of team ${name} was withdrawn on ${day}: sign with a valid key.`, WITHDRAWN_KEY);
}

function readHeader(headers: FastifyRequest['headers'], field: string): string {
  const value = headers[`lodestar-${field}`];
  if (typeof value === 'string' && value !== '') return value;
  throw new RefusalError(401, `The header lodestar-${field} is missing.`);
}

/** A request that a listed team has signed. */
interface SignedByTeam {
  teams: Teams;
  team: string;
  bytes: Buffer;
  /** @throws RefusalError (403) if the team may not publish a remote */
  allowed(name: string): void;
}

/**
 * Finds out who signed a request, and accepts each once. Those signed before this process began are refused: they may
 * have been accepted already. Reads the list of teams each time: keys count from the moment they are added.
 */
export class Signers {
  readonly #since = Date.now();
  readonly #teamsFile: string;
  /** Public key and nonce -> when they were accepted, in milliseconds since 1970. */
  readonly #accepted = new Map<string, number>();

  constructor(teamsFile: string) {
    this.#teamsFile = teamsFile;
  }

  /** Returns the team that signed a request. @throws RefusalError (401) with the reason */
  async teamOf(request: FastifyRequest): Promise<SignedByTeam> {
    const teams = await readTeams(this.#teamsFile);
    const name = readHeader(request.headers, 'team');
    const team = teamIn(teams, name);
    if (team === undefined) throw new RefusalError(401, `This gateway does not list a team ${name}.`, UNKNOWN_KEY);
    refuseWithdrawn(name, team);
    const bytes = this.#verify(team.publicKey, `by team ${name}`, request);
    const allowed = (remote: string) => {
      if (!mayPublish(team, remote)) throw new RefusalError(403, `Team ${name} may not publish ${remote}.`);
    };
    return { teams, team: name, bytes, allowed };
  }

  /** Returns the teams, at least one, whose key signed a request that names no team. @throws RefusalError (401) */
  async ownersOfKey(request: FastifyRequest): Promise<Teams> {
    const fingerprint = readHeader(request.headers, 'key');
    const teams = Object.entries(await readTeams(this.#teamsFile));
    const owners = teams.filter(([, { publicKey }]) => fingerprintOf(publicKey) === fingerprint);
    const valid = owners.filter(([, { withdrawn }]) => withdrawn === undefined);
    const [first = owners[0]] = valid;
    if (first === undefined) throw new RefusalError(401, 'This gateway lists no team with this key.', UNKNOWN_KEY);
    refuseWithdrawn(...first);
    this.#verify(first[1].publicKey, 'with the key that it names', request);
    return Object.fromEntries(valid);
  }

  /** Returns the body. */
  #verify(publicKey: string, signer: string, { method, url, headers, body }: FastifyRequest): Buffer {
    const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
    const [date, nonce] = [readHeader(headers, 'date'), readHeader(headers, 'nonce')];
    const signature = readHeader(headers, 'signature');
    if (!verify(statementOf({ method, path: url, date, nonce }, bytes), signature, publicKey)) {
      throw new RefusalError(401, `This request is not signed ${signer}, or was altered in transit.`);
    }
    this.#refuseOld(date);
    this.#refuseRepeated(`${publicKey} ${nonce}`);
    return bytes;
  }

  #refuseOld(date: string): void {
    const signed = Date.parse(date);
    const age = Date.now() - signed;
    if (Number.isNaN(signed) || Math.abs(age) > CLOCK_TOLERANCE_MS || signed < this.#since) {
      throw new RefusalError(401, `This request was signed at ${date}, too long ago or in the future: sign it again.`);
    }
  }

  #refuseRepeated(key: string): void {
    const now = Date.now();
    for (const [old, acceptedAt] of this.#accepted)
      if (now - acceptedAt > 2 * CLOCK_TOLERANCE_MS) this.#accepted.delete(old);
    if (this.#accepted.has(key)) throw new RefusalError(401, 'This request was accepted before: sign it again.');
    this.#accepted.set(key, now);
  }
}

/** Parses the JSON body of a request. @throws RefusalError (400) that names every faulty field */
export function readBody<T>(form: FormOf<T>, bytes: Buffer): T {
  const faults: string[] = [];
  const value = read<T>(form, jsonIn(bytes), (path, says) => void faults.push(`"${path}" ${says}`));
  if (faults.length > 0) throw new RefusalError(400, `Invalid request: ${faults.join('; ')}.`);
  return value;
}

/** Parses JSON. @throws RefusalError (400) */
function jsonIn(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    throw new RefusalError(400, 'The body must be JSON.');
  }
}
