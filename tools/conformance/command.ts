import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startShell } from 'e2e/kit/start-shell';
import { Api } from 'e2e/support/hospital/api';
import { RECORDER_PATH } from 'gateway/http/config';
import { digestOf, formatReceipt, KIT_VERSION, RECEIPT_FILE } from 'gateway/publish/gate/receipt';
import { resolveInputPath } from 'server-kit/command-line';
import { readFolder } from 'server-kit/disk';
import { deployRoot } from 'server-kit/paths';
import { PlainError, reasonOf } from 'server-kit/plain-error';
import { Chromium } from './browser/launch.ts';
import { examine } from './examine.ts';
import { isAddress, type Options, readOptions, usage } from './options.ts';
import { DECLARED } from './plan.ts';
import { conforms, type Finding, report } from './results/findings.ts';
import { folderOf, inFolder, readDeclared, takeRemote } from './source.ts';
import type { RunningProduct } from './visit/product.ts';
import { buildsIn } from './watch.ts';

/** Pause of the first visit's user before each touch, in milliseconds: roughly human speed. */
const PACE_MS = 400;

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

/** Starts the packaged shell with new data. Throws PlainError with its output if it doesn't start. */
export async function startPackaged(command: string): Promise<StartedProduct> {
  const { origin, data, stop } = await startShell({ command }).catch((thrown: unknown) => {
    throw new PlainError(reasonOf(thrown));
  });
  const recorderUrl = new URL(RECORDER_PATH, origin).href;
  return { url: origin, recorderUrl, deployRoot: deployRoot({ DATA_ROOT: data }), api: new Api(origin), stop };
}

/** The product and the browser, started when they are first needed and kept between runs. */
class Bench {
  readonly #start: NonNullable<Kit['start']>;
  #started: Promise<{ running: StartedProduct; chromium: Chromium }> | undefined;

  constructor(start: NonNullable<Kit['start']>) {
    this.#start = start;
  }

  ready = () => {
    this.#started ??= this.#open();
    return this.#started;
  };

  async close(): Promise<void> {
    const started = await this.#started?.catch(() => undefined);
    await started?.chromium.close();
    await started?.running.stop();
  }

  async #open() {
    const running = await this.#start();
    try {
      return { running, chromium: await Chromium.launch() };
    } catch (thrown) {
      await running.stop();
      throw thrown;
    }
  }
}

function receiptFile({ where, receipt }: Options): string | undefined {
  if (receipt !== undefined) return resolveInputPath(receipt);
  return isAddress(where) ? undefined : join(folderOf(where), RECEIPT_FILE);
}

/**
 * Writes the findings to a receipt for `can-i-publish`, whatever the result. A partial run writes none.
 * @param folder the kit's copy of the examined remote
 * @returns a line with the receipt's path, or the reason why none was written
 */
async function writeReceipt(folder: string, findings: Finding[], options: Options, { start }: Kit): Promise<string> {
  if (start === undefined) return NOT_INSTALLED;
  if (!options.isWhole) {
    return 'No receipt: this was a part of the kit. For a receipt, leave out --clause, --survey and --watch.';
  }
  const declared = await readDeclared(folder);
  const file = receiptFile(options);
  if (file === undefined) return 'No receipt is written for an address: name its file with --receipt FILE.';
  const text = formatReceipt({
    kit: KIT_VERSION,
    name: String(declared?.name),
    version: String(declared?.version),
    digest: digestOf(await readFolder(folder)),
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

/** Returns how to check a failed clause alone while it is being fixed. */
function nextStep(findings: Finding[], { where, isWatching }: Options, command: string): string[] {
  const broken = findings.find(({ holds }) => holds === 'no');
  if (!broken || isWatching || isAddress(where)) return [];
  return [`While you fix it: ${command} ${where} --clause ${broken.clause} --watch`];
}

/** Checks the build once and prints the report. Returns whether every clause was checked and holds. */
async function check(options: Options, run: number, kit: Kit, bench: Bench): Promise<boolean> {
  const { where, plan, isWhole, site } = options;
  return inFolder(async (folder) => {
    const began = performance.now();
    await takeRemote(where, folder);
    // People are slow; a partial run does not wait for them.
    const how = { ...plan, run, pace: isWhole ? PACE_MS : 0, ...(site ? { site } : {}) };
    const findings = await examine(folder, bench.ready, how);
    console.log(`\n${report(where, findings)}`);
    for (const line of nextStep(findings, options, kit.command)) console.log(line);
    console.log(await writeReceipt(folder, findings, options, kit));
    if (options.isWatching) console.log(`Checked in ${((performance.now() - began) / 1000).toFixed(1)} s.`);
    return conforms(findings);
  });
}

/** Checks after every build until a signal ends it. */
async function watch(options: Options, kit: Kit, bench: Bench): Promise<void> {
  const end = () => void bench.close().then(() => process.exit(0));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, end);
  let run = 0;
  for await (const _build of buildsIn(folderOf(options.where))) {
    run += 1;
    if (run > 1) console.log(`\n${options.where} has changed: checking again …`);
    await check(options, run, kit, bench).catch((thrown: unknown) => {
      if (!(thrown instanceof PlainError)) throw thrown;
      console.log(thrown.message);
    });
    console.log(`Waiting for the next build in ${options.where} (Ctrl-C ends this) …`);
  }
}

/** Limits the options to clauses that need no product. Throws PlainError if there are none. */
function withoutProduct(options: Options): Options {
  const clauses = options.plan.clauses.filter((clause) => DECLARED.includes(clause));
  if (clauses.length === 0) throw new PlainError(NOT_INSTALLED);
  return { ...options, plan: { ...options.plan, clauses } };
}

/** Runs the command `conformance`. Without the product, it checks what needs none. Throws PlainError. */
export async function runConformance(args: string[], kit: Kit): Promise<void> {
  const { command, start } = kit;
  const options = readOptions(args, command);
  if (options === undefined) return console.log(usage(command));
  const limited = start === undefined ? withoutProduct(options) : options;
  const bench = new Bench(start ?? (() => Promise.reject(new PlainError(NOT_INSTALLED))));
  try {
    if (options.isWatching) await watch(limited, kit, bench);
    else process.exitCode = (await check(limited, 1, kit, bench)) ? 0 : 1;
  } finally {
    await bench.close();
  }
}
