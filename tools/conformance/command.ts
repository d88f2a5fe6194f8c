import { readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startShell } from 'e2e/kit/start-shell';
import { Api } from 'e2e/support/hospital/api';
import { RECORDER_PATH } from 'gateway/http/config';
import { digestOf, formatReceipt, KIT_VERSION, RECEIPT_FILE } from 'gateway/publish/gate/receipt';
import { REMOTE_MANIFEST } from 'gateway/registry/manifest';
import { resolveInputPath } from 'server-kit/command-line';
import { readFolder } from 'server-kit/disk';
import { deployRoot } from 'server-kit/paths';
import { PlainError, reasonOf } from 'server-kit/plain-error';
import { type Chromium, launchChromium } from './browser/launch.ts';
import { declarationIn } from './checks/declared.ts';
import { isDeclared } from './clauses.ts';
import { examine } from './examine.ts';
import { conforms, type Finding, report } from './findings.ts';
import { type Options, readOptions, usage } from './options.ts';
import { folderOf, inFolder, isAddress, takeRemote } from './source.ts';
import type { RunningProduct } from './visit/product.ts';

/** Pause of the first visit's user before each touch, in milliseconds: roughly human speed. */
const PACE_MS = 400;

/**
 * Poll interval in milliseconds. Builds replace their folder in many ways, by renaming or after removing it, which
 * watchers of the system miss; it holds few files.
 */
const POLL_INTERVAL_MS = 150;

const NOT_INSTALLED = `No receipt: only remote.json, files and size can be checked without the product. For the rest, install it from its
package: npm install --save-dev lodestar-shell-VERSION.tgz`;

/** A product that the kit has started. */
export interface StartedProduct extends RunningProduct {
  stop(): Promise<void>;
}

/** How the kit is run where it is installed. */
export interface Kit {
  /** The command's name in messages. */
  command: string;
  /** Starts the product; absent where it is not installed. */
  start?: () => Promise<StartedProduct>;
}

/** The product and the browser that the checks use. */
interface Bench {
  running: StartedProduct;
  chromium: Chromium;
}

/** Starts the packaged shell with new data. @throws PlainError with its output if it doesn't start */
export async function startPackaged(command: string): Promise<StartedProduct> {
  const { origin, data, stop } = await startShell({ command }).catch((thrown: unknown) => {
    throw new PlainError(reasonOf(thrown));
  });
  const recorderUrl = new URL(RECORDER_PATH, origin).href;
  return { url: origin, recorderUrl, deployRoot: deployRoot({ DATA_ROOT: data }), api: new Api(origin), stop };
}

async function startBench({ start }: Kit): Promise<Bench> {
  if (!start) throw new PlainError(NOT_INSTALLED);
  const running = await start();
  try {
    return { running, chromium: await launchChromium() };
  } catch (thrown) {
    await running.stop();
    throw thrown;
  }
}

/**
 * Writes the findings to a receipt for `can-i-publish`, whatever the result. A partial run writes none.
 * @param folder the kit's copy of the examined remote
 * @returns a line with the receipt's path, or the reason why none was written
 */
async function writeReceipt(folder: string, findings: Finding[], options: Options, { start }: Kit): Promise<string> {
  const { where, isWhole, receipt } = options;
  if (start === undefined) return NOT_INSTALLED;
  if (!isWhole) {
    return 'No receipt: this was a part of the kit. For a receipt, leave out --clause, --survey and --watch.';
  }
  if (receipt === undefined && isAddress(where)) {
    return 'No receipt is written for an address: name its file with --receipt FILE.';
  }
  const file = receipt === undefined ? join(folderOf(where), RECEIPT_FILE) : resolveInputPath(receipt);
  const files = await readFolder(folder);
  const declared = declarationIn(files);
  const text = formatReceipt({
    kit: KIT_VERSION,
    name: String(declared?.name),
    version: String(declared?.version),
    digest: digestOf(files),
    at: new Date().toISOString(),
    clauses: Object.fromEntries(findings.map(({ clause, holds }) => [clause, holds])),
  });
  try {
    await writeFile(file, text);
    return `Receipt: ${file}`;
  } catch (thrown) {
    return `The receipt can't be written to ${file} (${reasonOf(thrown)}): name another file with --receipt FILE.`;
  }
}

/**
 * Checks the build once and prints the report. Returns whether every clause was checked and holds.
 * @param ready starts the bench, or returns the one that runs
 */
async function check(options: Options, run: number, kit: Kit, ready: () => Promise<Bench>): Promise<boolean> {
  const { where, plan, isWhole, isWatching, site } = options;
  return inFolder(async (folder) => {
    const began = performance.now();
    await takeRemote(where, folder);
    // People are slow; a partial run does not wait for them.
    const how = { ...plan, run, pace: isWhole ? PACE_MS : 0, ...(site ? { site } : {}) };
    const findings = await examine(folder, ready, how);
    console.log(`\n${report(where, findings)}`);
    const broken = findings.find(({ holds }) => holds === 'no');
    if (broken && !isWatching && !isAddress(where)) {
      console.log(`While you fix it: ${kit.command} ${where} --clause ${broken.clause} --watch`);
    }
    console.log(await writeReceipt(folder, findings, options, kit));
    if (isWatching) console.log(`Checked in ${((performance.now() - began) / 1000).toFixed(1)} s.`);
    return conforms(findings);
  });
}

/** Returns paths, sizes and times of a build's files, or undefined while it has no remote.json. */
async function stateOf(folder: string): Promise<string | undefined> {
  try {
    const paths = (await readdir(folder, { recursive: true })).sort();
    const stats = await Promise.all(paths.map((path) => stat(join(folder, path))));
    const lines = stats.map(({ size, mtimeMs }, place) => `${paths[place]} ${size} ${mtimeMs}`);
    return paths.includes(REMOTE_MANIFEST) ? lines.join('\n') : undefined;
  } catch {
    // The folder is being replaced.
    return undefined;
  }
}

/** Checks now, and after every change of the build when all of its files are written, until the process ends. */
async function watch(options: Options, kit: Kit, ready: () => Promise<Bench>): Promise<void> {
  let run = 0;
  let examined: string | undefined;
  let before: string | undefined;
  while (true) {
    const state = await stateOf(folderOf(options.where));
    if (state !== undefined && state === before && state !== examined) {
      examined = state;
      run += 1;
      if (run > 1) console.log(`\n${options.where} has changed: checking again …`);
      await check(options, run, kit, ready).catch((thrown: unknown) => {
        if (!(thrown instanceof PlainError)) throw thrown;
        console.log(thrown.message);
      });
      console.log(`Waiting for the next build in ${options.where} (Ctrl-C ends this) …`);
    }
    before = state;
    await wait(POLL_INTERVAL_MS);
  }
}

/** Limits the options to clauses that need no product. @throws PlainError if there are none */
function withoutProduct(options: Options): Options {
  const clauses = options.plan.clauses.filter(isDeclared);
  if (clauses.length === 0) throw new PlainError(NOT_INSTALLED);
  return { ...options, plan: { ...options.plan, clauses } };
}

/** Runs the command `conformance`. Without the product, it checks what needs none. @throws PlainError */
export async function runConformance(args: string[], kit: Kit): Promise<void> {
  const options = readOptions(args, kit.command);
  if (options === undefined) return console.log(usage(kit.command));
  const limited = kit.start === undefined ? withoutProduct(options) : options;
  let started: Promise<Bench> | undefined;
  const ready = () => (started ??= startBench(kit));
  const close = async () => {
    const bench = await started?.catch(() => undefined);
    await bench?.chromium.close();
    await bench?.running.stop();
  };
  try {
    if (options.isWatching) {
      const end = () => void close().then(() => process.exit(0));
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, end);
      await watch(limited, kit, ready);
    } else {
      process.exitCode = (await check(limited, 1, kit, ready)) ? 0 : 1;
    }
  } finally {
    await close();
  }
}
