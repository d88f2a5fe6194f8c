import { readArguments } from 'server-kit/command-line';
import { deployRoot } from 'server-kit/paths';
import { PlainError, runCommand } from 'server-kit/plain-error';
import { NAME, ORIGIN } from 'shared-ui/contract/documents';
import { approveOrigin, namedOrigins, readApprovedOrigins } from '../registry/connect.ts';
import { systemUser } from '../registry/history.ts';
import { readRegistry, requireRegistry } from '../registry/registry.ts';
import { storeOf } from '../registry/store/postgres.ts';

const USAGE = `Approves the servers that remotes name in "connect" of their remote.json: pages can call no other.

  npm run origins -- approve pharmacy https://api.example.org     let pages call it for this remote
  npm run origins -- refuse pharmacy https://api.example.org      withdraw the approval
  npm run origins -- list                                         what remotes name, and what is approved
Changes count at the next page load. --why "text" gives a reason for the history (publish-remote -- NAME --history).
CONNECT_ORIGINS allows an origin for every remote.`;

async function list(root: string): Promise<string> {
  const named = namedOrigins(await readRegistry(root), await readApprovedOrigins(root));
  if (named.length === 0) return 'No remote names another server.';
  const lines = named.map(({ name, version, origin, isApproved }) =>
    [`${name} ${version}`.padEnd(30), origin.padEnd(50), isApproved ? 'approved' : 'not approved'].join(''),
  );
  return lines.join('\n');
}

/** Runs the command of a gateway's operator. Returns what to print. @throws PlainError */
export async function manageOrigins(args: string[], env: NodeJS.ProcessEnv): Promise<string> {
  const { values, positionals } = readArguments(args, {
    why: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  });
  const [action, name = '', origin = '', ...more] = positionals;
  if (values.help || action === undefined) return USAGE;
  const root = deployRoot(env);
  await requireRegistry(root, env);
  if (action === 'list') return list(root);
  if (action !== 'approve' && action !== 'refuse') {
    throw new PlainError(`Origins can be approved, refused and listed, not "${action}" (--help shows how).`);
  }
  if (!NAME.pattern.test(name) || !ORIGIN.pattern.test(origin) || more.length > 0) {
    throw new PlainError(`Name a remote and ${ORIGIN.says}, e.g. ${action} pharmacy https://api.example.org.`);
  }
  const isApproved = action === 'approve';
  if (!(await approveOrigin(root, name, origin, isApproved))) {
    return `${origin} was ${isApproved ? 'approved' : 'not approved'} for ${name} already.`;
  }
  const why = values.why === undefined ? {} : { why: values.why };
  const what = isApproved ? 'origin approved' : 'origin refused';
  await storeOf(env).record({ who: systemUser(), what, subject: origin, remotes: [name], ...why });
  return isApproved
    ? `Pages may call ${origin} for ${name}, as soon as a version of it names that origin.`
    : `Pages may no longer call ${origin} for ${name}.`;
}

if (import.meta.main) {
  runCommand(async () => console.log(await manageOrigins(process.argv.slice(2), process.env)));
}
