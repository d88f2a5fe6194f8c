import type { KeyObject } from 'node:crypto';
import { readAddress, readArguments } from 'server-kit/command-line';
import { networkReason, PlainError, runCommand } from 'server-kit/plain-error';
import { publicHalf } from '../../../trust/signature.ts';
import { anyKey } from '../../../trust/signing-key.ts';
import { LINK_MINUTES, pageLink } from './sessions.ts';

const USAGE = `Creates a link that opens the page /deploy of a gateway: every version, its health, promote and roll back.

  deploy-page --gateway https://lodestar.example.org --key team.pem
    --gateway URL   address of the gateway (default: PUBLIC_URL, else http://localhost:3000)
    --key FILE      key of a team that the gateway lists (default: SIGNING_KEY_FILE, else the one in .lodestar/keys)
The link works once, within ${LINK_MINUTES} minutes, and keeps its browser signed in for 8 hours.`;

/** Asks the gateway about a link, without using it. @throws PlainError that says what to do if it can't open it */
async function checkAt(gateway: string, link: string, key: KeyObject): Promise<void> {
  const response = await fetch(link, { headers: { accept: 'text/html' }, redirect: 'manual' }).catch(
    (thrown: unknown) => {
      throw new PlainError(`${gateway} is unreachable: ${networkReason(thrown)}.`);
    },
  );
  if (response.ok) return;
  const reasons: Record<string, string> = {
    UNKNOWN_KEY: `${gateway} lists no team with this key: ask its operator to run npm run keys -- add TEAM --remotes NAME --public-key ${publicHalf(key)}`,
    OTHER_GATEWAY: `${gateway} is known by another address (its PUBLIC_URL or GATEWAYS): use that one with --gateway.`,
    EXPIRED: `${gateway} takes the link for an old one: the clocks of the two machines differ by more than ${LINK_MINUTES} minutes.`,
  };
  const fault = response.headers.get('lodestar-fault') ?? '';
  throw new PlainError(
    reasons[fault] ?? `${gateway} has no page /deploy: it answered ${response.status}. Is it up to date?`,
  );
}

/** Runs the command. Returns what to print. @throws PlainError */
export async function deployPage(args: string[], env: NodeJS.ProcessEnv): Promise<string> {
  const { values, positionals } = readArguments(args, {
    gateway: { type: 'string' },
    key: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  });
  if (values.help) return USAGE;
  const [extra] = positionals;
  if (extra !== undefined) throw new PlainError(`"${extra}" is not an option (--help lists the options).`);
  const gateway = new URL(readAddress(values.gateway ?? (env.PUBLIC_URL || 'http://localhost:3000'), '--gateway'));
  const key = await anyKey(env, values.key);
  const link = pageLink(gateway.origin, key);
  await checkAt(gateway.origin, link, key);
  return `Open this link within ${LINK_MINUTES} minutes. It works once:\n${link}`;
}

if (import.meta.main) {
  runCommand(async () => console.log(await deployPage(process.argv.slice(2), process.env)));
}
