import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readArguments, resolveInputPath } from 'server-kit/command-line';
import { readTextIfThere } from 'server-kit/disk';
import { PlainError, runCommand } from 'server-kit/plain-error';
import type { Trust } from 'shared-ui/contract';
import { parseDeclaration, REMOTE_MANIFEST } from '../../registry/manifest.ts';
import { requireRegistry } from '../../registry/registry.ts';
import { keyAtGateway, readGateways, sendFiles, sendJson, UnfitKeyError } from '../../team-requests/client.ts';
import { keyFilesHere, namedKey, namedKeyFile, readPrivateKey, type SigningKey } from '../../trust/signing-key.ts';
import { type Build, readRemote } from '../build.ts';
import { GATE_USAGE } from '../usage.ts';
import { type ClauseResult, mayPass, resultLines } from './clause-result.ts';
import { type CheckRequest, runGate } from './gate.ts';
import { factsOfDeployRoot, factsOfGateway, factsOfPlatform, type HostFacts } from './host-facts.ts';

interface Options {
  folder: string;
  gateway?: string[];
  key?: string;
  receipt?: string;
}

/** Parses the command line; undefined when it asks for help. @throws PlainError */
function readOptions(args: string[]): Options | undefined {
  const { values, positionals } = readArguments(args, {
    gateway: { type: 'string', multiple: true },
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

/**
 * Returns the trust that a named key gives the version; undefined without one. Without a deploy root, nothing says
 * which teams there are.
 * @throws PlainError when the key doesn't fit
 */
async function trustBy(name: string, option: string | undefined, root: string | undefined): Promise<Trust | undefined> {
  const file = namedKeyFile(process.env, option);
  if (file === undefined) return undefined;
  await (root === undefined ? readPrivateKey(file) : namedKey(process.env, name, option));
  return 'trusted';
}

/** Returns the facts of a deploy root; without one, those of the tools' own platform. */
async function factsBy(root: string | undefined): Promise<HostFacts> {
  if (root === undefined) return factsOfPlatform();
  await requireRegistry(root, process.env);
  return factsOfDeployRoot(root);
}

/** Checks a build here. Without a declaration, no key can be chosen: the result says what is wrong with it. */
async function checkHere({ folder, key }: Options, root: string | undefined, receipt: string | undefined) {
  const name = await declaredName(folder);
  const trust = name === undefined ? undefined : await trustBy(name, key, root);
  return runGate({ folder, facts: await factsBy(root), trust, receipt });
}

/** Returns the name in a build's declaration; undefined if that is missing or invalid. */
async function declaredName(folder: string): Promise<string | undefined> {
  const file = join(folder, REMOTE_MANIFEST);
  const text = await readTextIfThere(file);
  if (text === undefined) return undefined;
  try {
    return parseDeclaration(text, file).name;
  } catch (thrown) {
    if (thrown instanceof PlainError) return undefined;
    throw thrown;
  }
}

/**
 * Has a gateway check a build, if a key of a team is there: only teams may send files. Without one, the build is
 * compared here with what the gateway has published.
 */
async function checkByGateway({ folder, key: option }: Options, origin: string, receipt: string | undefined) {
  const name = await declaredName(folder);
  const named = namedKeyFile(process.env, option);
  const isKeyless = named === undefined && (await keyFilesHere(process.env)).length === 0;
  const checkAsStranger = async () =>
    runGate({ folder, facts: await factsOfGateway(origin), trust: undefined, receipt, isStranger: true });
  if (name === undefined || isKeyless) return checkAsStranger();
  const key = await keyAtGateway(process.env, origin, name, option).catch((thrown: unknown) => {
    if (thrown instanceof UnfitKeyError) return thrown;
    throw thrown;
  });
  if (key instanceof UnfitKeyError) {
    const results = await checkAsStranger();
    // The name is free, or the version sandboxed: the operator only has to add this key.
    if (results.every(({ clause, faults }) => clause !== 'version' || faults.length === 0)) throw key;
    return results;
  }
  const build = await readRemote(folder, {}, key);
  const text = receipt ?? build.receipt;
  return checkAt(origin, key, build, {
    ...(named === undefined ? {} : { trust: 'trusted' }),
    ...(text === undefined ? {} : { receipt: text }),
  });
}

/** Has a gateway check a build. Returns the result of every clause. @throws PlainError when it can't be asked */
async function checkAt(
  origin: string,
  key: SigningKey,
  build: Build,
  options: Pick<CheckRequest, 'trust' | 'receipt'>,
): Promise<ClauseResult[]> {
  const { name, version, integrity } = build;
  await sendFiles(key, origin, build);
  const request: CheckRequest = { name, version, integrity, ...options };
  const { clauses } = await sendJson<{ clauses: ClauseResult[] }>(key, origin, '/deploy/check', request);
  return clauses;
}

function printResults(results: ClauseResult[]): void {
  for (const line of resultLines(results)) console.log(line);
  if (!mayPass(results)) process.exitCode = 1;
}

/**
 * Runs the command: prints a line per clause and sets the exit code.
 * @param root the deploy root to compare with when no gateway is named; undefined if there isn't one
 */
export async function canIPublish(args: string[], root: string | undefined): Promise<void> {
  const options = readOptions(args);
  if (options === undefined) return console.log(GATE_USAGE);
  const receipt =
    options.receipt === undefined
      ? undefined
      : await readFile(resolveInputPath(options.receipt), 'utf8').catch(() => '');
  const gateways = options.gateway === undefined ? [] : readGateways(options.gateway, '--gateway');
  if (gateways.length === 0) return printResults(await checkHere(options, root, receipt));
  for (const origin of gateways) {
    if (gateways.length > 1) console.log(`At ${origin}:`);
    await printResults(await checkByGateway(options, origin, receipt));
  }
}

if (import.meta.main) {
  const { deployRoot } = await import('server-kit/paths');
  runCommand(() => canIPublish(process.argv.slice(2), deployRoot(process.env)));
}
