import { randomBytes } from 'node:crypto';
import { readAddress, readArguments, toRemoteName } from 'server-kit/command-line';
import { integrityOf } from 'server-kit/disk';
import { PlainError, reasonOf, runCommand } from 'server-kit/plain-error';
import { parseRemoteManifest } from '../registry/manifest.ts';
import { publicHalf } from '../trust/signature.ts';
import type { SigningKey } from '../trust/signing-key.ts';
import { keyForBuild } from '../trust/signing-key.ts';
import { fileSourceOf, LONGEST_MINUTES, tokenOf } from './token.ts';

interface LinkRequest {
  name: string;
  url: string;
  minutes: number;
  /** URL at which people reach the gateway. */
  gateway: string;
  kind: 'release' | 'dev';
  /** Runs the build in a separate frame, like an unsigned version. */
  isSandboxed?: boolean;
  key: SigningKey;
}

/** A link to a test version, ready to be opened. */
interface Link {
  /** The remote's name. */
  name: string;
  key: SigningKey;
  build: string;
  token: string;
  href: string;
}

/** Creates a link to one build. @throws PlainError when the manifest is invalid or another remote's */
export function linkTo(manifest: string, request: LinkRequest): Link {
  const { name, url, minutes, gateway, kind, key, isSandboxed = false } = request;
  const { name: found, version } = parseRemoteManifest(manifest, url);
  if (found !== name) throw new PlainError(`${url} is of ${found}, not of ${name}.`);
  const { origin } = new URL(gateway);
  const until = Math.floor(Date.now() / 1000) + minutes * 60;
  const integrity = integrityOf(Buffer.from(manifest));
  const id = randomBytes(8).toString('hex');
  const trust = isSandboxed ? ({ trust: 'sandboxed' } as const) : {};
  const contents = { id, team: key.team, name, url, integrity, gateway: origin, until, kind, ...trust };
  const token = tokenOf(contents, key.privateKey);
  return { name, key, build: version, token, href: `${origin}/override?token=${token}` };
}

/** Fetches a remote.json as a page at `gateway` would, with a check of its CORS header. @throws PlainError */
async function fetchForBrowsers(url: string, gateway: string): Promise<string> {
  const { origin } = new URL(gateway);
  const response = await fetch(url, { headers: { origin } }).catch((thrown: unknown) => {
    throw new PlainError(`${url} can't be fetched: ${reasonOf(thrown)}.`);
  });
  if (!response.ok) throw new PlainError(`${url} answered ${response.status}.`);
  const allowed = response.headers.get('access-control-allow-origin');
  const isRead = fileSourceOf({ url, gateway, kind: 'release' }) === 'from the browser';
  if (isRead && allowed !== '*' && allowed !== origin) {
    throw new PlainError(
      `${url} must be served with "access-control-allow-origin: ${origin}", or no page can load it.`,
    );
  }
  return response.text();
}

/** Returns what the operator of a gateway must do before a team can show test versions of a remote there. */
function operatorSteps({ name, key }: Pick<Link, 'name' | 'key'>): string {
  const half = publicHalf(key.privateKey);
  return `Its operator allows them:
  1. ALLOW_OVERRIDES=1 in the gateway's settings, and a restart
  2. npm run keys -- add ${key.team} --remotes ${name} --public-key ${half}
  3. npm run accounts -- make-tester EMAIL     for each account that signs in with a test version`;
}

/**
 * Sends a manifest to the gateway, which may not be able to fetch it itself.
 * @returns why the gateway refuses it; undefined when it was accepted
 */
export async function submitManifest({ name, key, token, href }: Link, manifest: string): Promise<string | undefined> {
  const { origin } = new URL(href);
  try {
    const response = await fetch(`${origin}/override/manifest`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token, manifest, publicKey: publicHalf(key.privateKey) }),
    });
    if (response.ok) return undefined;
    if (response.status === 404) return `Test versions are off at ${origin}. ${operatorSteps({ name, key })}`;
    if (response.status === 403)
      return `${origin} accepts no link to ${name} from team ${key.team}. ${operatorSteps({ name, key })}`;
    return `${origin} refused the link (${response.status}): ${await response.text()}`;
  } catch (thrown) {
    return `${origin} is unreachable: ${reasonOf(thrown)}.`;
  }
}

const USAGE = `Creates a link that gives a test version of a remote only to the browser that opens it.

  npm run override -- surveys https://builds.example.org/surveys/remote.json --minutes 60
  --gateway URL   public address of the gateway (default: PUBLIC_URL, else http://localhost:3000)
  --key FILE      key of a team that may publish the remote (default: SIGNING_KEY_FILE, else the one in .lodestar/keys)
The gateway accepts such links only with ALLOW_OVERRIDES=1.`;

const DEFAULT_MINUTES = 60;

interface Request {
  name: string;
  url: string;
  minutes: number;
  gateway: string;
  key: string | undefined;
}

/** Parses a link's lifetime in minutes. @throws PlainError */
export function readMinutes(input: string | undefined, fallback: number): number {
  const minutes = input === undefined ? fallback : /^\d{1,5}$/.test(input) ? Number(input) : 0;
  if (minutes >= 1 && minutes <= LONGEST_MINUTES) return minutes;
  throw new PlainError(`--minutes must be a whole number from 1 to ${LONGEST_MINUTES}, not "${input}".`);
}

/** Parses the command line; undefined when it asks for help. @throws PlainError */
function readRequest(args: string[], env: NodeJS.ProcessEnv): Request | undefined {
  const { values, positionals } = readArguments(args, {
    minutes: { type: 'string' },
    gateway: { type: 'string' },
    key: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  });
  if (values.help || positionals.length === 0) return undefined;
  const [input, url, ...more] = positionals;
  if (input === undefined || url === undefined || more.length > 0) {
    throw new PlainError('Name the remote and the address of its remote.json (--help shows how).');
  }
  return {
    name: toRemoteName(input),
    url: readAddress(url, 'The address of the remote.json'),
    minutes: readMinutes(values.minutes, DEFAULT_MINUTES),
    gateway: readAddress(values.gateway ?? (env.PUBLIC_URL || 'http://localhost:3000'), '--gateway'),
    key: values.key,
  };
}

/** Makes the requested link, with a warning if the gateway refuses it. @throws PlainError */
export async function makeOverride(
  args: string[],
  env: NodeJS.ProcessEnv,
): Promise<{ output: string; warning?: string }> {
  const request = readRequest(args, env);
  if (request === undefined) return { output: USAGE };
  const { name, url, minutes, gateway } = request;
  const manifest = await fetchForBrowsers(url, gateway);
  const key = await keyForBuild(env, name, request.key);
  const link = linkTo(manifest, { name, url, minutes, gateway, kind: 'release', key });
  const warning = await submitManifest(link, manifest);
  const output = `${name} ${link.build}, for ${minutes} minutes, in the browser that opens this link:\n${link.href}`;
  return warning === undefined ? { output } : { output, warning };
}

if (import.meta.main) {
  runCommand(async () => {
    const { output, warning } = await makeOverride(process.argv.slice(2), process.env);
    console.log(output);
    if (warning !== undefined) console.error(warning);
  });
}
