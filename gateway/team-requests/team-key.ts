import type { KeyObject } from 'node:crypto';
import { basename } from 'node:path';
import { withOwnCommands } from 'server-kit/paths';
import { PlainError } from 'server-kit/plain-error';
import { TEAM } from 'shared-ui/contract/documents';
import { publicHalf } from '../trust/signature.ts';
import {
  keyFilesHere,
  listsByName,
  namedKeyFile,
  readPrivateKey,
  type SigningKey,
  teamsWith,
} from '../trust/signing-key.ts';
import { keysFolder, type Teams } from '../trust/teams.ts';
import { notAGateway, Refused, sendJson } from './client.ts';
import { UNKNOWN_KEY, WITHDRAWN_KEY } from './signed-request.ts';

/** A key that no team may use for the remote, and what its operator can do about it. */
export class Unfit extends PlainError {}

/** A private key, and the file that holds it: its name is usually the team's. */
interface KeyFile {
  file: string;
  privateKey: KeyObject;
}

const readKeyFile = async (file: string): Promise<KeyFile> => ({ file, privateKey: await readPrivateKey(file) });

const addCommand = (team: string, remotes: readonly string[], privateKey: KeyObject) =>
  `npm run keys -- add ${team} --remotes ${remotes.join(',')} --public-key ${publicHalf(privateKey)}`;

/** Returns the teams that a gateway lists with a key. Throws Unfit for an unknown key, PlainError without a gateway. */
async function teamsAt(origin: string, { file, privateKey }: KeyFile, remote: string): Promise<Teams> {
  try {
    const { teams } = await sendJson<{ teams: Teams }>({ privateKey }, origin, '/deploy/team', {});
    return teams;
  } catch (thrown) {
    if (!(thrown instanceof Refused)) throw thrown;
    if (thrown.code === UNKNOWN_KEY) {
      const named = basename(file, '.pem');
      const command = addCommand(TEAM.pattern.test(named) ? named : 'TEAM', [remote], privateKey);
      throw new Unfit(`${origin} doesn't know this key: ask its operator to run ${command}`);
    }
    if (thrown.code === WITHDRAWN_KEY) throw new Unfit(`${origin} refused this key: ${thrown.reason}`);
    throw thrown.code === 'NOT_FOUND' ? notAGateway(origin, 'it has no /deploy/team') : thrown;
  }
}

/** A key whose team may publish the remote. */
interface FittingKey {
  key: SigningKey;
  /** Whether the team lists the remote by its name. */
  isByName: boolean;
}

/** Returns a key with its team that may publish the remote. Throws Unfit if no team with it may. */
async function asTeam(origin: string, keyFile: KeyFile, remote: string): Promise<FittingKey> {
  const { privateKey } = keyFile;
  const known = await teamsAt(origin, keyFile, remote);
  const [team] = teamsWith(known, publicHalf(privateKey), remote);
  if (team !== undefined) return { key: { team, privateKey }, isByName: listsByName(known, team, remote) };
  const [[owner, { remotes }] = ['TEAM', { remotes: [] }]] = Object.entries(known);
  throw new Unfit(
    `Team ${owner} may not publish ${remote} at ${origin}, only ${remotes.join(', ')}: sign with another team's key, or ask the operator to run ${addCommand(owner, [...remotes, remote], privateKey)}`,
  );
}

/**
 * Returns the key for a remote as a gateway knows it: the one that the option or `SIGNING_KEY_FILE` names, else the
 * only one in the keys folder whose team may publish the remote. The key's file is enough: the gateway says which team
 * it belongs to. Throws PlainError when none fits, or several do.
 */
export async function keyAtGateway(
  env: NodeJS.ProcessEnv,
  origin: string,
  remote: string,
  option?: string,
): Promise<SigningKey> {
  const named = namedKeyFile(env, option);
  if (named !== undefined) return (await asTeam(origin, await readKeyFile(named), remote)).key;
  const keys = await Promise.all((await keyFilesHere(env)).map(readKeyFile));
  const results = await Promise.allSettled(keys.map((key) => asTeam(origin, key, remote)));
  const problem = results.find((result) => result.status === 'rejected' && !(result.reason instanceof Unfit));
  if (problem?.status === 'rejected') throw problem.reason;
  const known = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  const byName = known.filter(({ isByName }) => isByName);
  const fitting = byName.length > 0 ? byName : known;
  const [only] = fitting;
  if (only !== undefined && fitting.length === 1) return only.key;
  if (only !== undefined) {
    const teams = fitting.map(({ key: { team } }) => team).join(', ');
    throw new PlainError(
      `Several keys in ${keysFolder(env)} may publish ${remote}, those of ${teams}: name one with --key FILE.`,
    );
  }
  const [first] = results;
  if (first?.status === 'rejected') throw first.reason;
  const create = withOwnCommands(`npm run keys -- create TEAM --remotes ${remote}`);
  throw new PlainError(`There is no key to sign with: name one with --key FILE. ${create} creates one.`);
}
