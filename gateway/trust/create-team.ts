import { generateKeyPairSync } from 'node:crypto';
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { exists, replaceFile } from '../common/disk.ts';
import { withLock } from '../common/lock.ts';
import { PlainError } from '../common/plain-error.ts';
import { publicHalf } from './signature.ts';
import { ANY_REMOTE, keysFolder, privateKeyFile, readTeams, type Team, teamIn, teamsFile } from './teams.ts';

/** Team of the key that a machine makes for itself. */
const LOCAL_TEAM = 'demo';

/** Runs `work` while no other command changes the keys. */
const withKeys = <T>(env: NodeJS.ProcessEnv, work: () => Promise<T>) => withLock(join(keysFolder(env), '.lock'), work);

/** Adds a team to the list. Throws PlainError when the name is taken. */
async function listTeam(file: string, name: string, team: Team): Promise<void> {
  const teams = await readTeams(file);
  if (teamIn(teams, name) !== undefined) throw new PlainError(`There is a team ${name} already, in ${file}.`);
  await mkdir(dirname(file), { recursive: true });
  await replaceFile(file, `${JSON.stringify({ ...teams, [name]: team }, null, 2)}\n`);
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
    if (await exists(file)) throw new PlainError(`There is a key ${file} already.`);
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

/** Adds a team that made its key on another machine. Throws PlainError when the name is taken. */
export async function addTeam(env: NodeJS.ProcessEnv, name: string, team: Team): Promise<void> {
  await mkdir(keysFolder(env), { recursive: true });
  await withKeys(env, () => listTeam(teamsFile(env), name, team));
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
