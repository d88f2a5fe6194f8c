import { join, resolve } from 'node:path';
import type { Fault, FormOf, TextRule } from 'shared-ui/contract/documents';
import { NAME, read, TEAM } from 'shared-ui/contract/documents';
import { readTextIfThere } from '../common/disk.ts';
import { readDocument } from '../common/fields.ts';
import { dataRoot, REPO } from '../common/paths.ts';

/** A team that may publish trusted versions. */
export interface Team {
  /** The public half of its key: SubjectPublicKeyInfo (Ed25519) in DER, in base64. */
  publicKey: string;
  /** Names of the remotes that it may publish; `*` is any. */
  remotes: string[];
}

export type Teams = Record<string, Team>;

/** Wildcard for any remote. */
export const ANY_REMOTE = '*';

/** The first 12 of the 44 bytes are the same for every Ed25519 key. */
export const PUBLIC_KEY: TextRule = {
  pattern: /^MCowBQYDK2VwAyEA[A-Za-z0-9+/]{43}=$/,
  says: 'the public half of an Ed25519 key in base64, like "MCowBQYDK2VwAyEA..."',
};

export const REMOTE: TextRule = {
  pattern: new RegExp(`${NAME.pattern.source}|^\\*$`),
  says: `the name of a remote, or "${ANY_REMOTE}" for any`,
};

const TEAM_FORM: FormOf<Team> = {
  kind: 'object',
  required: {
    publicKey: { kind: 'text', rule: PUBLIC_KEY },
    remotes: { kind: 'list', of: { kind: 'text', rule: REMOTE } },
  },
  optional: {},
};

const TEAMS: FormOf<Teams> = { kind: 'map', of: TEAM_FORM, keys: TEAM };

/** Returns the folder of this machine's private keys, one file per team. */
export function keysFolder(env: NodeJS.ProcessEnv): string {
  return join(dataRoot(env), 'keys');
}

/** Returns the path of a team's private key on the machine that made it. */
export function privateKeyFile(env: NodeJS.ProcessEnv, team: string): string {
  return join(keysFolder(env), `${team}.pem`);
}

/** Returns the file of the teams' public keys; `TEAM_KEYS_FILE` names another. */
export function teamsFile(env: NodeJS.ProcessEnv): string {
  return env.TEAM_KEYS_FILE ? resolve(REPO, env.TEAM_KEYS_FILE) : join(keysFolder(env), 'teams.json');
}

/** Parses the teams in a JSON document. Reports every fault to `fault`. */
export function parseTeams(value: unknown, fault: Fault): Teams {
  return read<Teams>(TEAMS, value, fault);
}

/** Returns the teams listed in a file; empty if it doesn't exist. Throws a PlainError that names every faulty field. */
export async function readTeams(file: string): Promise<Teams> {
  const text = await readTextIfThere(file);
  return text === undefined ? {} : readDocument(text, file, parseTeams);
}

/** Returns a team by its name; undefined for inherited property names such as "constructor". */
export function teamIn(teams: Teams, name: string): Team | undefined {
  return Object.hasOwn(teams, name) ? teams[name] : undefined;
}

/** Returns whether a team may publish trusted versions of a remote. */
export function mayPublish({ remotes }: Pick<Team, 'remotes'>, name: string): boolean {
  return remotes.includes(name) || remotes.includes(ANY_REMOTE);
}
