import type { FastifyRequest } from 'fastify';
import { type FormOf, read } from 'shared-ui/contract/documents';
import { Refusal } from '../rollout/release/refusal.ts';
import { mayPublish, readTeams, type Teams, teamIn } from '../trust/teams.ts';
import { RequestGuard } from './signed-request.ts';

/** A request that a listed team has signed. */
interface SignedByTeam {
  teams: Teams;
  team: string;
  bytes: Buffer;
  /** Throws Refusal (403) if the team may not publish a remote. */
  allowed(name: string): void;
}

/** Finds out who signed a request. Reads the list of teams each time: keys count from the moment they are added. */
export class Signers {
  readonly #guard = new RequestGuard();
  readonly #teamsFile: string;

  constructor(teamsFile: string) {
    this.#teamsFile = teamsFile;
  }

  /** Returns the team that signed a request. Throws Refusal (401). */
  async teamOf(request: FastifyRequest): Promise<SignedByTeam> {
    const teams = await readTeams(this.#teamsFile);
    const { signed, bytes } = partsOf(request);
    const team = this.#guard.check(teams, signed, bytes);
    const allowed = (name: string) => {
      const known = teamIn(teams, team);
      if (!known || !mayPublish(known, name)) throw new Refusal(403, `Team ${team} may not publish ${name}.`);
    };
    return { teams, team, bytes, allowed };
  }

  /** Returns the teams whose key signed a request that names no team. Throws Refusal (401). */
  async ownersOfKey(request: FastifyRequest): Promise<Teams> {
    const { signed, bytes } = partsOf(request);
    return this.#guard.checkKey(await readTeams(this.#teamsFile), signed, bytes);
  }
}

function partsOf({ method, url, headers, body }: FastifyRequest) {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
  return { signed: { method, path: url, headers }, bytes };
}

/** Parses the JSON body of a request. Throws a Refusal (400) that names every faulty field. */
export function readBody<T>(form: FormOf<T>, bytes: Buffer): T {
  const faults: string[] = [];
  const value = read<T>(form, jsonIn(bytes), (path, says) => void faults.push(`"${path}" ${says}`));
  if (faults.length > 0) throw new Refusal(400, `Invalid request: ${faults.join('; ')}.`);
  return value;
}

/** Parses JSON. Throws Refusal (400). */
export function jsonIn(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    throw new Refusal(400, 'The body must be JSON.');
  }
}
