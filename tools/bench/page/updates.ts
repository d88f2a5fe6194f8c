import { cp, mkdtemp, rm } from 'node:fs/promises';
import http, { type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Browser, Page } from 'playwright';
import { PackageCopy } from '../../../e2e/support/hospital/package-copy.ts';
import { dataRoot } from '../../../gateway/common/paths.ts';
import { buildPackage } from '../../../gateway/publish/package-build.ts';
import { publishBuilt } from '../../../gateway/publish/publisher.ts';
import { keyForBuild } from '../../../gateway/trust/signing-key.ts';
import { paths } from '../../../shared-ui/src/contract/routes/paths.ts';
import type { Verdict } from '../budgets.ts';
import { BENCH, type DeployRoots } from '../builds.ts';
import { type Running, serve } from '../servers.ts';

/** The remote that gets a new version, and the line that changes in it. */
const REMOTE = 'timeline';
const VERSION = '9.0.0-update';
const TEXTS = 'src/locales/en.json';
const LINE = '"morning"';

/** Limit for installing or updating the product, and the interval of checks (ms). */
const STORED_MS = 120_000;
const POLL_MS = 200;

/** Share of the bytes of whole files that an update may cost with dictionaries. */
const MAX_SHARE = 0.2;

/** Bytes over the wire of an installed product's update, headers included. */
export interface Update {
  bytes: number;
  files: number;
  /** Number of files that arrived as differences. */
  differences: number;
}

export interface Updates {
  whole: Update;
  difference: Update;
}

const headerBytes = ({ rawHeaders }: IncomingMessage) =>
  rawHeaders.reduce((sum, text) => sum + Buffer.byteLength(text) + 2, 0);

/** Forwards requests to a gateway and counts what published files cost. */
class Counter {
  update: Update = { bytes: 0, files: 0, differences: 0 };
  readonly #server: http.Server;

  /** @param offersDictionaries false hides the dictionaries from the browser */
  constructor(target: string, offersDictionaries: boolean) {
    this.#server = http.createServer((request, response) => {
      const { method, headers, url = '' } = request;
      const forward = http.request(new URL(url, target), { method, headers }, (answer) => {
        const isPublished = /^\/(shell|remotes)\//.test(url);
        if (isPublished) this.#count(answer);
        if (!offersDictionaries) delete answer.headers['use-as-dictionary'];
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      });
      // The browser ends streams when a page closes.
      forward.on('error', () => response.destroy());
      response.on('close', () => forward.destroy());
      request.pipe(forward);
    });
  }

  #count(answer: IncomingMessage): void {
    this.update.files += 1;
    this.update.bytes += headerBytes(answer);
    if (answer.headers['content-encoding'] === 'dcz') this.update.differences += 1;
    answer.on('data', (chunk: Buffer) => {
      this.update.bytes += chunk.length;
    });
  }

  async listen(): Promise<string> {
    await new Promise<void>((done) => this.#server.listen(0, 'localhost', done));
    return `http://localhost:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}

/** Resolves when the service worker has stored a complete revision with this version of the remote; any if absent. */
async function isStored(page: Page, version?: string): Promise<void> {
  const check = async ({ remote, wanted }: { remote: string; wanted: string | undefined }) => {
    for (const name of await caches.keys()) {
      const registry = await (await caches.match('/registry.json', { cacheName: name }))?.json();
      const isComplete = (await caches.match('/index.html', { cacheName: name })) !== undefined;
      if (isComplete && (wanted === undefined || registry?.remotes?.[remote]?.active === wanted)) return true;
    }
    return false;
  };
  const giveUp = performance.now() + STORED_MS;
  while (!(await page.evaluate(check, { remote: REMOTE, wanted: version }))) {
    if (performance.now() > giveUp) throw new Error(`${REMOTE} ${version ?? ''} was not stored in time`);
    await setTimeout(POLL_MS);
  }
}

/** Builds the remote with one line changed. */
async function buildChange(home: string): Promise<string> {
  const copy = await PackageCopy.make(`${REMOTE}-mfe`, join(home, `${REMOTE}-mfe`));
  await copy.change(TEXTS, (text) => {
    const changed = text.replace(new RegExp(`(${LINE}: "[^"]*)"`), '$1 (new)"');
    if (changed === text) throw new Error(`${TEXTS} has no ${LINE}`);
    return changed;
  });
  const out = join(home, 'dist');
  await buildPackage({ name: REMOTE, version: VERSION, out, folder: copy.folder });
  return out;
}

/** Opens welcome with the product installed, publishes the change, and counts until the new version is stored. */
async function updateOnce(browser: Browser, root: string, apiUrl: string, build: string, offers: boolean) {
  const { urls, stop } = await serve(apiUrl, { updated: root });
  const counter = new Counter(urls.updated, offers);
  const context = await browser.newContext({ locale: 'en-CA' });
  try {
    const page = await context.newPage();
    await page.goto(`${await counter.listen()}${paths.onboarding.welcome}`);
    await isStored(page);
    await publishBuilt(root, build, {}, { key: await keyForBuild({ DATA_ROOT: BENCH }, REMOTE) });
    counter.update = { bytes: 0, files: 0, differences: 0 };
    // Pages ask their worker for an update when they start.
    await page.reload();
    await isStored(page, VERSION);
    return counter.update;
  } finally {
    await context.close();
    counter.close();
    await stop();
  }
}

/** Measures what an installed product downloads for a remote's one-line change, without and with dictionaries. */
export async function measureUpdates(browser: Browser, { apiUrl }: Running, roots: DeployRoots): Promise<Updates> {
  const home = await mkdtemp(join(dataRoot(process.env), 'bench-update-'));
  try {
    const build = await buildChange(home);
    const update = async (offers: boolean) => {
      const root = join(home, `deploy-${offers}`);
      await cp(roots.federated.home, root, { recursive: true });
      return updateOnce(browser, root, apiUrl, build, offers);
    };
    return { whole: await update(false), difference: await update(true) };
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;

/** Checks that an update costs a fraction of the whole files. */
export function judgeUpdates({ whole, difference }: Updates): Verdict {
  return {
    aim: `a one-line change of ${REMOTE}, over the wire: with dictionaries <= ${MAX_SHARE * 100} % of whole files`,
    found: `${kB(difference.bytes)} (${difference.differences} of ${difference.files} files as differences) instead of ${kB(whole.bytes)} (${whole.files} files)`,
    ok: difference.bytes <= MAX_SHARE * whole.bytes,
  };
}
