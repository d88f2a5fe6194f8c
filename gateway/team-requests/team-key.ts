import type { KeyObject } from 'node:crypto';
import { basename } from 'node:path';
import { TEAM } from 'shared-ui/contract/documents';
import { withOwnCommands } from '../common/paths.ts';
import { PlainError } from '../common/plain-error.ts';
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
import { notAGateway, Refused, sendJson, Unreachable } from './client.ts';
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
    if (thrown instanceof Unreachable) {
      throw new PlainError(
        `${origin} is unreachable, so nothing was switched (${thrown.reason}): check the address, and that the gateway runs.`,
      );
    }
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

/** Returns a key with the team that may publish the remote at every gateway. Throws Unfit if no team with it may. */
async function asTeam(gateways: readonly string[], keyFile: KeyFile, remote: string): Promise<FittingKey> {
  const { privateKey } = keyFile;
  const known = await Promise.all(gateways.map((origin) => teamsAt(origin, keyFile, remote)));
  const fitting = known.map((teams) => teamsWith(teams, publicHalf(privateKey), remote));
  const team = fitting[0]?.find((name) => fitting.every((names) => names.includes(name)));
  if (team !== undefined) {
    const isByName = known.every((teams) => listsByName(teams, team, remote));
    return { key: { team, privateKey }, isByName };
  }
  const lacking = Math.max(
    fitting.findIndex((names) => names.length === 0),
    0,
  );
  const [[owner, { remotes }] = ['TEAM', { remotes: [] }]] = Object.entries(known[lacking] ?? {});
  throw new Unfit(
    `Team ${owner} may not publish ${remote} at ${gateways[lacking]}, only ${remotes.join(', ')}: sign with another team's key, or ask the operator to run ${addCommand(owner, [...remotes, remote], privateKey)}`,
  );
}

/**
 * Returns the key for a remote as the gateways know it: the one that the option or `SIGNING_KEY_FILE` names, else the
 * only one in the keys folder whose team may publish the remote. The key's file is enough: the gateways say which team
 * it belongs to. Throws PlainError when none fits, or several do.
 */
export async function keyAtGateways(
  env: NodeJS.ProcessEnv,
  gateways: readonly string[],
  remote: string,
  option?: string,
): Promise<SigningKey> {
  const named = namedKeyFile(env, option);
  if (named !== undefined) return (await asTeam(gateways, await readKeyFile(named), remote)).key;
  const keys = await Promise.all((await keyFilesHere(env)).map(readKeyFile));
  const results = await Promise.allSettled(keys.map((key) => asTeam(gateways, key, remote)));
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
