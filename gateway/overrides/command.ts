import { readAddress, readArguments, toRemoteName } from 'server-kit/command-line';
import { PlainError, runCommand } from 'server-kit/plain-error';
import { keyForBuild } from '../trust/signing-key.ts';
import { fetchForBrowsers, linkTo, submitManifest } from './link.ts';
import { LONGEST_MINUTES } from './token.ts';

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

/** Parses a link's lifetime in minutes. Throws PlainError. */
export function readMinutes(input: string | undefined, fallback: number): number {
  const minutes = input === undefined ? fallback : /^\d{1,5}$/.test(input) ? Number(input) : 0;
  if (minutes >= 1 && minutes <= LONGEST_MINUTES) return minutes;
  throw new PlainError(`--minutes must be a whole number from 1 to ${LONGEST_MINUTES}, not "${input}".`);
}

/** Parses the command line; undefined when it asks for help. Throws PlainError. */
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

/** Makes the requested link, with a warning if the gateway refuses it. Throws PlainError. */
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
