import { generateKeyPairSync } from 'node:crypto';
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { exists, readTextIfThere, replaceFile } from 'server-kit/disk';
import { readDocument } from 'server-kit/fields';
import { withLock } from 'server-kit/lock';
import { dataRoot, REPO } from 'server-kit/paths';
import { PlainError } from 'server-kit/plain-error';
import { type FormOf, NAME, TEAM, type TextRule } from 'shared-ui/contract/documents';
import { publicHalf } from './signature.ts';

/** A team that may publish trusted versions. */
interface Team {
  /** The public half of its key: SubjectPublicKeyInfo (Ed25519) in DER, in base64. */
  publicKey: string;
  /** Names of the remotes that it may publish; `*` is any. */
  remotes: string[];
  /**
   * When its key was withdrawn, in ISO 8601. From then on it signs nothing new; versions in the registry stay valid.
   */
  withdrawn?: string;
}

export type Teams = Record<string, Team>;

const ANY_REMOTE = '*';

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
  optional: { withdrawn: { kind: 'text' } },
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

/** Returns the teams listed in a file; empty if it doesn't exist. @throws PlainError that names every faulty field */
export async function readTeams(file: string): Promise<Teams> {
  const text = await readTextIfThere(file);
  return text === undefined ? {} : readDocument(text, file, TEAMS);
}

/** Returns a team by its name; undefined for inherited property names such as "constructor". */
export function teamIn(teams: Teams, name: string): Team | undefined {
  return Object.hasOwn(teams, name) ? teams[name] : undefined;
}

/** Returns whether a version of a remote that is published already may be a team's, even if its key was withdrawn since. */
export function mayHaveSigned({ remotes }: Pick<Team, 'remotes'>, name: string): boolean {
  return remotes.includes(name) || remotes.includes(ANY_REMOTE);
}

export function mayPublish(team: Pick<Team, 'remotes' | 'withdrawn'>, name: string): boolean {
  return team.withdrawn === undefined && mayHaveSigned(team, name);
}

/** Team of the key that a machine makes for itself. */
const LOCAL_TEAM = 'demo';

/** Runs `work` while no other command changes the keys. */
const withKeys = <T>(env: NodeJS.ProcessEnv, work: () => Promise<T>) => withLock(join(keysFolder(env), '.lock'), work);

async function writeTeams(file: string, teams: Teams): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await replaceFile(file, `${JSON.stringify(teams, null, 2)}\n`);
}

/**
 * Adds a team to the list, or remotes to a team with the same key, which is valid again if it was withdrawn. Throws
 * PlainError when a team of that name has another key: versions that it signed would lose their signature.
 */
async function listTeam(file: string, name: string, team: Team): Promise<Team> {
  const teams = await readTeams(file);
  const known = teamIn(teams, name);
  if (known !== undefined && known.publicKey !== team.publicKey) {
    throw new PlainError(`${file} lists a team ${name} already, with another key: add the new key as ${name}-2.`);
  }
  const listed = { ...team, remotes: [...new Set([...(known?.remotes ?? []), ...team.remotes])] };
  await writeTeams(file, { ...teams, [name]: listed });
  return listed;
}

/** Writes a new private key that only its owner can read. Returns the public key. */
async function writePrivateKey(file: string): Promise<string> {
  const { privateKey } = generateKeyPairSync('ed25519');
  await writeFile(file, privateKey.export({ format: 'pem', type: 'pkcs8' }), { mode: 0o600, flag: 'wx' });
  return publicHalf(privateKey);
}

/** Creates a team's key pair: the private key in a separate file, the public key in the list of teams. */
export async function createTeam(env: NodeJS.ProcessEnv, name: string, remotes: string[]): Promise<Team> {
  const folder = keysFolder(env);
  const file = privateKeyFile(env, name);
  await mkdir(folder, { recursive: true });
  await chmod(folder, 0o700);
  return withKeys(env, async () => {
    if (await exists(file)) throw new PlainError(`The key ${file} exists already.`);
    const publicKey = await writePrivateKey(file);
    try {
      await listTeam(teamsFile(env), name, { publicKey, remotes });
    } catch (thrown) {
      await rm(file);
      throw thrown;
    }
    return { publicKey, remotes };
  });
}

/**
 * Adds a team that made its key on another machine, or remotes to a listed team. Returns the team as it is listed now.
 * @throws PlainError when a team of that name has another key
 */
export async function addTeam(env: NodeJS.ProcessEnv, name: string, team: Team): Promise<Team> {
  await mkdir(keysFolder(env), { recursive: true });
  return withKeys(env, () => listTeam(teamsFile(env), name, team));
}

/** Withdraws a team's key. Returns the team. @throws PlainError for a team that isn't listed or has no valid key */
export async function withdrawTeam(env: NodeJS.ProcessEnv, name: string): Promise<Team> {
  const file = teamsFile(env);
  return withKeys(env, async () => {
    const teams = await readTeams(file);
    const team = teamIn(teams, name);
    if (team === undefined)
      throw new PlainError(`${file} lists no team ${name}: npm run keys -- list shows the teams.`);
    if (team.withdrawn !== undefined) throw new PlainError(`The key of team ${name} is withdrawn already.`);
    const withdrawn = { ...team, withdrawn: new Date().toISOString() };
    await writeTeams(file, { ...teams, [name]: withdrawn });
    return withdrawn;
  });
}

/**
 * Creates the key with which a machine signs builds of this repository, unless the operator has configured keys or the
 * key exists already. It may publish any remote: users who build here can also write the deploy root and the list of
 * teams.
 * @returns whether it was created
 */
export async function createLocalTeam(env: NodeJS.ProcessEnv): Promise<boolean> {
  if (env.TEAM_KEYS_FILE || env.SIGNING_KEY_FILE) return false;
  try {
    await createTeam(env, LOCAL_TEAM, [ANY_REMOTE]);
    return true;
  } catch (thrown) {
    // Another command was faster, or its leftovers don't fit: the caller checks again and reports the problem.
    if (thrown instanceof PlainError) return false;
    throw thrown;
  }
}
