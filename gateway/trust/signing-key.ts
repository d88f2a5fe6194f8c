import { createPrivateKey, type KeyObject } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { resolveInputPath } from 'server-kit/command-line';
import { withOwnCommands } from 'server-kit/paths';
import { hasCode, PlainError, reasonOf } from 'server-kit/plain-error';
import { publicHalf } from './signature.ts';
import { createLocalTeam, keysFolder, mayPublish, readTeams, type Teams, teamsFile } from './teams.ts';

/** A team's private key, and the team's name in the gateway's list. */
export interface SigningKey {
  team: string;
  privateKey: KeyObject;
}

const CREATE_ONE = withOwnCommands('npm run keys -- create TEAM --remotes NAME creates one');

/** Reads the private key in a PEM file. @throws PlainError when the file is missing or holds no Ed25519 key */
export async function readPrivateKey(file: string): Promise<KeyObject> {
  const text = await readFile(file, 'utf8').catch((thrown: unknown) => {
    throw new PlainError(hasCode(thrown, 'ENOENT') ? `There is no key ${file}: ${CREATE_ONE}.` : reasonOf(thrown));
  });
  const key = privateKeyIn(text);
  if (key?.asymmetricKeyType === 'ed25519') return key;
  throw new PlainError(`${file} holds no private Ed25519 key: ${CREATE_ONE}.`);
}

function privateKeyIn(text: string): KeyObject | undefined {
  try {
    return createPrivateKey(text);
  } catch {
    // Whatever OpenSSL reports, this is not a key.
    return undefined;
  }
}

export const listsByName = (teams: Teams, team: string, remote: string) =>
  teams[team]?.remotes.includes(remote) === true;

/** Returns the teams with a key (its public half) that may publish a remote, those that list it by name first. */
export function teamsWith(teams: Teams, half: string, remote: string): string[] {
  const matching = Object.keys(teams).filter(
    (team) => teams[team]?.publicKey === half && mayPublish(teams[team], remote),
  );
  return matching.sort(
    (one, other) => Number(listsByName(teams, other, remote)) - Number(listsByName(teams, one, remote)),
  );
}

/**
 * Returns the key in a file, for one remote.
 * @throws PlainError when its team is unknown or may not publish the remote
 */
async function keyInFile(file: string, remote: string, teamsAt: string): Promise<SigningKey> {
  const privateKey = await readPrivateKey(file);
  const teams = await readTeams(teamsAt);
  const half = publicHalf(privateKey);
  const [team] = teamsWith(teams, half, remote);
  if (team !== undefined) return { team, privateKey };
  const owner = Object.keys(teams).find((name) => teams[name]?.publicKey === half);
  if (owner !== undefined && teams[owner]?.withdrawn !== undefined) {
    throw new PlainError(`The key of team ${owner} was withdrawn: sign with a valid key (--key FILE).`);
  }
  throw new PlainError(
    owner === undefined
      ? `No team in ${teamsAt} has the key ${file}: ask its operator to run npm run keys -- add TEAM --remotes ${remote} --public-key ${half}`
      : `Team ${owner} may not publish ${remote}, only ${teams[owner]?.remotes.join(', ')}: ask the operator to add it to "remotes" in ${teamsAt}, or sign with another team's key.`,
  );
}

/** Returns the settings for a command that signs with the key of its option, wherever it signs. */
export function withSigningKey(env: NodeJS.ProcessEnv, option: string | undefined): NodeJS.ProcessEnv {
  return option === undefined ? env : { ...env, SIGNING_KEY_FILE: resolveInputPath(option, env) };
}

/** Returns the file of the key that the option or `SIGNING_KEY_FILE` names; undefined if neither does. */
export function namedKeyFile(env: NodeJS.ProcessEnv, option?: string): string | undefined {
  const named = option ?? (env.SIGNING_KEY_FILE || undefined);
  return named === undefined ? undefined : resolveInputPath(named, env);
}

/** Returns the key that the option or `SIGNING_KEY_FILE` names, for one remote; undefined if neither does. */
export async function namedKey(
  env: NodeJS.ProcessEnv,
  remote: string,
  option?: string,
): Promise<SigningKey | undefined> {
  const file = namedKeyFile(env, option);
  return file === undefined ? undefined : keyInFile(file, remote, teamsFile(env));
}

/** Returns the files of this machine's private keys, in a stable order; empty if there are none. */
export async function keyFilesHere(env: NodeJS.ProcessEnv): Promise<string[]> {
  const folder = keysFolder(env);
  const files = await readdir(folder).catch(() => []);
  return files
    .filter((file) => file.endsWith('.pem'))
    .sort()
    .map((file) => join(folder, file));
}

/**
 * Returns the key that the option or `SIGNING_KEY_FILE` names, else the only one of this machine, whatever its team may
 * publish.
 * @throws PlainError
 */
export async function anyKey(env: NodeJS.ProcessEnv, option?: string): Promise<KeyObject> {
  const named = namedKeyFile(env, option);
  if (named !== undefined) return readPrivateKey(named);
  const files = await keyFilesHere(env);
  const [only] = files;
  if (only !== undefined && files.length === 1) return readPrivateKey(only);
  const folder = keysFolder(env);
  throw new PlainError(
    only === undefined
      ? `There is no key in ${folder}: name one with --key FILE or SIGNING_KEY_FILE.`
      : `There are several keys in ${folder} (${files.map((file) => basename(file)).join(', ')}): name one with --key FILE or SIGNING_KEY_FILE.`,
  );
}

/**
 * Returns the key for a remote that is built from this repository: the named one, else the one in the keys folder whose
 * team may publish it. A machine without keys gets a new one.
 * @throws PlainError when none fits, or several do
 */
export async function keyForBuild(env: NodeJS.ProcessEnv, remote: string, option?: string): Promise<SigningKey> {
  const named = await namedKey(env, remote, option);
  if (named !== undefined) return named;
  const found = await keysHere(env, remote);
  if (found.length === 0) {
    await createLocalTeam(env);
    found.push(...(await keysHere(env, remote)));
  }
  const [only] = found;
  if (only !== undefined && found.length === 1) return only;
  throw new PlainError(
    only === undefined
      ? `No key in ${keysFolder(env)} may sign ${remote}: name one with --key FILE or SIGNING_KEY_FILE, or let ${teamsFile(env)} list ${remote} for a team whose key is here.`
      : `Several keys in ${keysFolder(env)} may sign ${remote}, those of ${found.map(({ team }) => team).join(', ')}: name one with --key FILE or SIGNING_KEY_FILE.`,
  );
}

/** Returns this machine's keys whose teams may publish a remote; if any team lists it by name, only those. */
async function keysHere(env: NodeJS.ProcessEnv, remote: string): Promise<SigningKey[]> {
  const teams = await readTeams(teamsFile(env));
  const keys = await Promise.all((await keyFilesHere(env)).map(readPrivateKey));
  const found = keys.flatMap((privateKey) => {
    const [team] = teamsWith(teams, publicHalf(privateKey), remote);
    return team === undefined ? [] : [{ team, privateKey }];
  });
  const byName = found.filter(({ team }) => listsByName(teams, team, remote));
  return byName.length > 0 ? byName : found;
}
