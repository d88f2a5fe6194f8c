import { generateKeyPairSync } from 'node:crypto';
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { exists, replaceFile } from '../disk.ts';
import { withLock } from '../lock.ts';
import { PlainError } from '../plain-error.ts';
import { publicHalf } from './signature.ts';
import { ANY_REMOTE, keysFolder, privateKeyFile, readTeams, type Team, teamIn, teamsFile } from './teams.ts';

/** The team of a machine on which no key was made. */
const LOCAL_TEAM = 'demo';

/** Runs `work` while no other command changes the keys. */
const withKeys = <T>(env: NodeJS.ProcessEnv, work: () => Promise<T>) => withLock(join(keysFolder(env), '.lock'), work);

/** Lists a team. Throws PlainError when there is one of that name. */
async function listTeam(file: string, name: string, team: Team): Promise<void> {
  const teams = await readTeams(file);
  if (teamIn(teams, name) !== undefined) throw new PlainError(`There is a team ${name} already, in ${file}.`);
  await mkdir(dirname(file), { recursive: true });
  await replaceFile(file, `${JSON.stringify({ ...teams, [name]: team }, null, 2)}\n`);
}

/** Writes a new private key, readable for its owner alone. */
async function writePrivateKey(file: string): Promise<string> {
  const { privateKey } = generateKeyPairSync('ed25519');
  await writeFile(file, privateKey.export({ format: 'pem', type: 'pkcs8' }), { mode: 0o600, flag: 'wx' });
  return publicHalf(privateKey);
}

/** Makes a team's pair of keys: the private one a file of its own, the public one in the list of teams. */
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

/** Lists a team that made its key on another machine. Throws PlainError when there is one of that name. */
export async function addTeam(env: NodeJS.ProcessEnv, name: string, team: Team): Promise<void> {
  await mkdir(keysFolder(env), { recursive: true });
  await withKeys(env, () => listTeam(teamsFile(env), name, team));
}

/**
 * Makes the key with which a machine signs what it builds from this repository, unless its operator names the keys that count
 * or it has made this one before. It may publish any remote: who builds here can write the deploy root and the list of teams, too.
 * @returns whether it was made
 */
export async function createLocalTeam(env: NodeJS.ProcessEnv): Promise<boolean> {
  if (env.TEAM_KEYS_FILE || env.SIGNING_KEY_FILE) return false;
  try {
    await createTeam(env, LOCAL_TEAM, [ANY_REMOTE]);
    return true;
  } catch (thrown) {
    // Another command was faster, or what is left of it does not fit: its caller looks once more and says what is wrong.
    if (thrown instanceof PlainError) return false;
    throw thrown;
  }
}
