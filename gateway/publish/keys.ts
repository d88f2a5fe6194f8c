import { readFile } from 'node:fs/promises';
import { readArguments, resolveInputPath } from 'server-kit/command-line';
import { exists, integrityOf } from 'server-kit/disk';
import { deployRoot } from 'server-kit/paths';
import { PlainError, runCommand } from 'server-kit/plain-error';
import { TEAM, type TextRule } from 'shared-ui/contract/documents';
import { describedVersion } from '../registry/described-version.ts';
import { fetchBytes } from '../registry/files/external.ts';
import { type OperatorAct, systemUser } from '../registry/history.ts';
import { parseRemoteManifest } from '../registry/manifest.ts';
import { readRegistry } from '../registry/registry.ts';
import { storeOf } from '../registry/store/postgres.ts';
import { keyForBuild } from '../trust/signing-key.ts';
import {
  addTeam,
  createTeam,
  PUBLIC_KEY,
  privateKeyFile,
  REMOTE,
  readTeams,
  teamsFile,
  withdrawTeam,
} from '../trust/teams.ts';
import { withTrust } from '../trust/version-trust.ts';
import { KEYS_USAGE, PROJECT_KEYS_USAGE } from './usage.ts';

type Request =
  | { action: 'create' | 'add'; team: string; remotes: string[]; publicKey: string; why: string | undefined }
  | { action: 'remove'; team: string; why: string | undefined }
  | { action: 'list' }
  | { action: 'sign'; manifest: string; key: string | undefined };

function checked(value: string | undefined, what: string, rule: TextRule): string {
  if (value === undefined) throw new PlainError(`${what} is missing: it must be ${rule.says} (--help shows examples).`);
  if (!rule.pattern.test(value)) throw new PlainError(`${what} must be ${rule.says}, not "${value}".`);
  return value;
}

function readRemotes(text: string | undefined): string[] {
  const listed = text?.split(',').map((name) => name.trim());
  return (listed ?? [undefined]).map((name) => checked(name, '--remotes', REMOTE));
}

/** Parses the command line; undefined when it asks for help. @throws PlainError at the first problem */
function readRequest(args: string[]): Request | undefined {
  const { values, positionals } = readArguments(args, {
    remotes: { type: 'string' },
    'public-key': { type: 'string' },
    key: { type: 'string' },
    why: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  });
  const [action, named, ...more] = positionals;
  if (values.help || action === undefined || action === 'help') return undefined;
  if (!isAction(action)) {
    throw new PlainError(
      `Keys can be created, added, removed, listed and signed with, not "${action}" (--help shows how).`,
    );
  }
  if (action === 'sign') return readSigning([named, ...more], values.key);
  if (more.length > 0)
    throw new PlainError('Name one team only; list its remotes after --remotes, separated by commas.');
  if (action === 'list') return { action };
  const team = checked(named, 'The name of the team', TEAM);
  if (action === 'remove') return { action, team, why: values.why };
  const remotes = readRemotes(values.remotes);
  const publicKey = action === 'add' ? checked(values['public-key'], '--public-key', PUBLIC_KEY) : '';
  return { action, team, remotes, publicKey, why: values.why };
}

const isAction = (word: string): word is Request['action'] =>
  ['create', 'add', 'remove', 'list', 'sign'].includes(word);

function readSigning([manifest, ...more]: (string | undefined)[], key: string | undefined): Request {
  if (manifest !== undefined && more.length === 0) return { action: 'sign', manifest, key };
  throw new PlainError('Name one published remote.json to sign, by its URL or its file (--help shows how).');
}

async function list(env: NodeJS.ProcessEnv): Promise<string> {
  const teams = Object.entries(await readTeams(teamsFile(env)));
  if (teams.length === 0) return `There are no teams in ${teamsFile(env)}.`;
  const lines = teams.map(async ([team, { remotes, withdrawn }]) => {
    const file = privateKeyFile(env, team);
    const note = withdrawn === undefined ? ((await exists(file)) ? file : '') : `withdrawn ${withdrawn.slice(0, 10)}`;
    return `${team.padEnd(20)}${remotes.join(', ').padEnd(40)}${note}`.trimEnd();
  });
  return (await Promise.all(lines)).join('\n');
}

const addCommand = (team: string, remotes: readonly string[], publicKey: string) =>
  `npm run keys -- add ${team} --remotes '${remotes.join(',')}' --public-key ${publicKey}`;

/** Creates a team's key on the machine of a gateway, which lists it. */
async function create(env: NodeJS.ProcessEnv, team: string, remotes: string[], why: string | undefined) {
  const { publicKey } = await createTeam(env, team, remotes);
  await record(env, { what: 'key added', subject: team, remotes, why });
  return `Team ${team} may publish ${remotes.join(', ')} now.
  Private key, for publish-remote -- … --key FILE; never share it:
    ${privateKeyFile(env, team)}
  Public key, listed in ${teamsFile(env)}; the operator of another gateway adds it with
    ${addCommand(team, remotes, publicKey)}`;
}

/**
 * Runs the `keys` command of a team's own project: creates the team's key. Returns what to print.
 * @throws PlainError
 */
export async function createProjectKey(args: string[], env: NodeJS.ProcessEnv): Promise<string> {
  const request = readRequest(args);
  if (request === undefined) return PROJECT_KEYS_USAGE;
  if (request.action !== 'create') {
    throw new PlainError(
      `Here, "keys" only creates keys. The gateway's operator runs "npm run keys -- ${request.action}" on its machine.`,
    );
  }
  const { team, remotes } = request;
  const { publicKey } = await createTeam(env, team, remotes);
  return `The key of team ${team} is ${privateKeyFile(env, team)}: never share it.
Its public key is ${publicKey}
Ask the gateway's operator to run
  ${addCommand(team, remotes, publicKey)}`;
}

type Decision = Pick<OperatorAct, 'what' | 'subject' | 'remotes'> & { why: string | undefined };

/** Records a decision in the deploy root, for the history of the remotes that it concerns. */
async function record(env: NodeJS.ProcessEnv, { why, ...decision }: Decision): Promise<void> {
  await storeOf(env).record({ who: systemUser(), ...decision, ...(why === undefined ? {} : { why }) });
}

async function add(env: NodeJS.ProcessEnv, team: string, key: { publicKey: string; remotes: string[] }, why?: string) {
  const { remotes } = await addTeam(env, team, key);
  await record(env, { what: 'key added', subject: team, remotes: key.remotes, why });
  return `Team ${team} may publish ${remotes.join(', ')} now; ${teamsFile(env)} lists it.`;
}

async function remove(env: NodeJS.ProcessEnv, team: string, why: string | undefined): Promise<string> {
  const { remotes } = await withdrawTeam(env, team);
  await record(env, { what: 'key removed', subject: team, remotes, why });
  const versions = await versionsSignedBy(env, team);
  const running =
    versions.length === 0
      ? ''
      : `\nBrowsers still get what it has signed: ${versions.join(', ')}. To remove a version: npm run publish-remote -- NAME --revoke VERSION`;
  return `The key of team ${team} is withdrawn: it can publish nothing more.${running}`;
}

/** Returns the versions that browsers get, active or on trial, with this team's signature. */
async function versionsSignedBy(env: NodeJS.ProcessEnv, team: string): Promise<string[]> {
  const { remotes } = await readRegistry(deployRoot(env));
  return Object.entries(remotes).flatMap(([name, { active, canary, versions }]) =>
    [active, canary?.version].flatMap((version) =>
      version !== undefined && versions[version]?.signature?.team === team ? [`${name} ${version}`] : [],
    ),
  );
}

/** Limits for fetching a remote.json, in milliseconds and bytes. */
const BOUNDS = { timeoutMs: 10_000, bytes: 1_000_000 };

async function readManifest(input: string, env: NodeJS.ProcessEnv): Promise<Buffer> {
  if (/^https?:\/\//.test(input)) return fetchBytes(input, BOUNDS);
  const file = resolveInputPath(input, env);
  if (await exists(file)) return readFile(file);
  throw new PlainError(`There is no ${file}: name a published remote.json, by its URL or its file.`);
}

/**
 * Returns the row, for a registry that is edited by hand, of a version on another server: with the hash of its
 * remote.json and a team's signature.
 * @param input its URL, or a file with the same bytes
 * @param key file of the key, if the command line names one
 * @throws PlainError when it is not a published remote.json, or when no key fits
 */
async function signedRow(env: NodeJS.ProcessEnv, input: string, key: string | undefined): Promise<string> {
  const bytes = await readManifest(input, env);
  const manifest = parseRemoteManifest(bytes.toString(), input);
  const { name, version } = manifest;
  const described = await describedVersion(manifest, integrityOf(bytes));
  const listed = /^https?:\/\//.test(input) ? { ...described, manifest: input } : described;
  const row = withTrust(manifest, listed, await keyForBuild(env, name, key));
  return `In registry.json, at "remotes.${name}.versions":\n${JSON.stringify({ [version]: row }, null, 2).slice(2, -2)}`;
}

/** Runs the command of a gateway's operator. Returns what to print. @throws PlainError */
export async function manageKeys(args: string[], env: NodeJS.ProcessEnv): Promise<string> {
  const request = readRequest(args);
  if (request === undefined) return KEYS_USAGE;
  if (request.action === 'list') return list(env);
  if (request.action === 'sign') return signedRow(env, request.manifest, request.key);
  if (request.action === 'remove') return remove(env, request.team, request.why);
  const { action, team, remotes, publicKey, why } = request;
  return action === 'create' ? create(env, team, remotes, why) : add(env, team, { publicKey, remotes }, why);
}

if (import.meta.main) {
  runCommand(async () => console.log(await manageKeys(process.argv.slice(2), process.env)));
}
