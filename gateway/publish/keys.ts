import { readFile } from 'node:fs/promises';
import { TEAM, type TextRule } from 'shared-ui/contract/documents';
import { readArguments, resolveInputPath } from '../common/command-line.ts';
import { exists, integrityOf } from '../common/disk.ts';
import { PlainError, runCommand } from '../common/plain-error.ts';
import { describedVersion } from '../registry/described-version.ts';
import { fetchBytes } from '../registry/external.ts';
import { parseRemoteManifest } from '../registry/manifest.ts';
import { keyForBuild } from '../trust/signing-key.ts';
import { addTeam, createTeam, PUBLIC_KEY, privateKeyFile, REMOTE, readTeams, teamsFile } from '../trust/teams.ts';
import { withTrust } from '../trust/version-trust.ts';

const USAGE = `Manages the keys with which teams sign their remotes.

  npm run keys -- create TEAM --remotes timeline,records                    create a team's key pair on this machine
  npm run keys -- add TEAM --remotes timeline,records --public-key KEY      add a team that created its key on another machine
  npm run keys -- list                                                      list the gateway's teams
  npm run keys -- sign https://surveys.example.org/2.0.0/remote.json [--key FILE]
                                                                            print the registry.json entry of that version
"*" instead of names is any remote. Private keys are in .lodestar/keys (DATA_ROOT moves it), public keys in its teams.json
(TEAM_KEYS_FILE names another file).`;

type Request =
  | { action: 'create' | 'add'; team: string; remotes: string[]; publicKey: string }
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

/** Parses the command line; undefined when it asks for help. Throws PlainError at the first problem. */
function readRequest(args: string[]): Request | undefined {
  const { values, positionals } = readArguments(args, {
    remotes: { type: 'string' },
    'public-key': { type: 'string' },
    key: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  });
  const [action, named, ...more] = positionals;
  if (values.help || action === undefined || action === 'help') return undefined;
  if (action !== 'create' && action !== 'add' && action !== 'list' && action !== 'sign') {
    throw new PlainError(`Keys can be created, added, listed and signed with, not "${action}" (--help shows how).`);
  }
  if (action === 'sign') return readSigning([named, ...more], values.key);
  if (more.length > 0)
    throw new PlainError('Name one team only; list its remotes after --remotes, separated by commas.');
  if (action === 'list') return { action };
  return {
    action,
    team: checked(named, 'The name of the team', TEAM),
    remotes: readRemotes(values.remotes),
    publicKey: action === 'add' ? checked(values['public-key'], '--public-key', PUBLIC_KEY) : '',
  };
}

function readSigning([manifest, ...more]: (string | undefined)[], key: string | undefined): Request {
  if (manifest !== undefined && more.length === 0) return { action: 'sign', manifest, key };
  throw new PlainError('Name one published remote.json to sign, by its URL or its file (--help shows how).');
}

async function list(env: NodeJS.ProcessEnv): Promise<string> {
  const teams = Object.entries(await readTeams(teamsFile(env)));
  if (teams.length === 0) return `There are no teams in ${teamsFile(env)}.`;
  const lines = teams.map(async ([team, { remotes }]) => {
    const file = privateKeyFile(env, team);
    return `${team.padEnd(20)}${remotes.join(', ').padEnd(40)}${(await exists(file)) ? file : ''}`.trimEnd();
  });
  return (await Promise.all(lines)).join('\n');
}

async function create(env: NodeJS.ProcessEnv, team: string, remotes: string[]): Promise<string> {
  const { publicKey } = await createTeam(env, team, remotes);
  return `Team ${team} may publish ${remotes.join(', ')} now.
  Private key, for publish-remote -- … --key FILE; never share it:
    ${privateKeyFile(env, team)}
  Public key, listed in ${teamsFile(env)}; the operator of another gateway adds it with
    npm run keys -- add ${team} --remotes '${remotes.join(',')}' --public-key ${publicKey}`;
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
 * remote.json and a team's signature. Throws PlainError when it is not a published remote.json, or when no key fits.
 * @param input its URL, or a file with the same bytes
 * @param key file of the key, if the command line names one
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

/** Runs the command. Returns what to print. Throws PlainError. */
export async function manageKeys(args: string[], env: NodeJS.ProcessEnv): Promise<string> {
  const request = readRequest(args);
  if (request === undefined) return USAGE;
  if (request.action === 'list') return list(env);
  if (request.action === 'sign') return signedRow(env, request.manifest, request.key);
  const { action, team, remotes, publicKey } = request;
  if (action === 'create') return create(env, team, remotes);
  await addTeam(env, team, { publicKey, remotes });
  return `Team ${team} may publish ${remotes.join(', ')} now; ${teamsFile(env)} lists it.`;
}

if (import.meta.main) {
  runCommand(async () => console.log(await manageKeys(process.argv.slice(2), process.env)));
}
