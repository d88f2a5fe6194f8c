import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Trust } from 'shared-ui/contract';
import { readArguments, resolveInputPath } from '../../common/command-line.ts';
import { readTextIfThere } from '../../common/disk.ts';
import { PlainError } from '../../common/plain-error.ts';
import { parseDeclaration, REMOTE_MANIFEST } from '../../registry/manifest.ts';
import { namedKey } from '../../trust/signing-key.ts';
import { mayPass, resultLines } from './clause-result.ts';
import { runGate } from './gate.ts';
import { factsOfDeployRoot, factsOfGateway, factsOfPlatform, type HostFacts } from './host-facts.ts';

const USAGE = `Checks whether a built remote may be published: one line per clause, with "yes" or "no" and the reason.

  npm run can-i-publish -- <folder with remote.json>
    --gateway <address>   compare with a running gateway (default: with DEPLOY_ROOT)
    --key <file>          check as a team's version, signed with this key (default: SIGNING_KEY_FILE)
    --receipt <file>      the conformance kit's receipt, if it is not next to remote.json
The exit code is 0 if every line says yes, else 1.`;

interface Options {
  folder: string;
  gateway?: string;
  key?: string;
  receipt?: string;
}

/** Parses the command line; undefined when it asks for help. Throws PlainError. */
function readOptions(args: string[]): Options | undefined {
  const { values, positionals } = readArguments(args, {
    gateway: { type: 'string' },
    key: { type: 'string' },
    receipt: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  });
  const { help = false, ...options } = values;
  if (help) return undefined;
  const [folder = 'dist', ...more] = positionals;
  if (more.length > 0) throw new PlainError('Name one folder only (--help shows how).');
  return { folder: resolveInputPath(folder), ...options };
}

/** Returns the trust that a key gives the version, if there is a key. Throws PlainError when the key doesn't fit. */
async function trustBy(folder: string, key: string | undefined): Promise<Trust | undefined> {
  const file = join(folder, REMOTE_MANIFEST);
  const text = await readTextIfThere(file);
  if (text === undefined || (key ?? process.env.SIGNING_KEY_FILE ?? '') === '') return undefined;
  const signing = await namedKey(process.env, parseDeclaration(text, file).name, key);
  return signing === undefined ? undefined : 'trusted';
}

/** Returns the facts to compare with: a gateway's, else a deploy root's, else those of the tools' own platform. */
function factsBy(gateway: string | undefined, root: string | undefined): Promise<HostFacts> | HostFacts {
  if (gateway !== undefined) return factsOfGateway(gateway);
  return root === undefined ? factsOfPlatform() : factsOfDeployRoot(root);
}

/**
 * Runs the command: prints a line per clause and sets the exit code.
 * @param root the deploy root to compare with when no gateway is named; undefined if there isn't one
 */
export async function canIPublish(args: string[], root: string | undefined): Promise<void> {
  const options = readOptions(args);
  if (options === undefined) return console.log(USAGE);
  const { folder, gateway, key, receipt } = options;
  const results = await runGate({
    folder,
    facts: await factsBy(gateway, root),
    trust: await trustBy(folder, key),
    receipt: receipt === undefined ? undefined : await readFile(resolveInputPath(receipt), 'utf8').catch(() => ''),
  });
  for (const line of resultLines(results)) console.log(line);
  process.exitCode = mayPass(results) ? 0 : 1;
}

if (import.meta.main) {
  const { deployRoot } = await import('../../common/paths.ts');
  canIPublish(process.argv.slice(2), deployRoot(process.env)).catch((thrown: unknown) => {
    console.error(thrown instanceof PlainError ? thrown.message : thrown);
    process.exitCode = 1;
  });
}
