import { generateKeyPairSync } from 'node:crypto';
import { cpSync, rmSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { TestContext } from 'node:test';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { integrityOf, readFolder } from 'server-kit/disk';
import type { Registry, RemoteRoute } from 'shared-ui/contract';
import timeOuts from 'shared-ui/time-outs.json' with { type: 'json' };
import { buildGateway } from '../app.ts';
import { type GatewayConfig, readConfig } from '../http/config.ts';
import { readBrand } from '../pages/brand.ts';
import { digestOf, formatReceipt, KIT_VERSION, RECEIPT_FILE } from '../publish/gate/receipt.ts';
import { type PublishOptions, type PublishOutcome, publishBuilt, publishShell } from '../publish/publisher.ts';
import { emptyRegistry, formatRegistry } from '../registry/registry.ts';
import { publicHalf } from '../trust/signature.ts';
import type { SigningKey } from '../trust/signing-key.ts';
import type { Teams } from '../trust/teams.ts';

/** The remotes of a deployment and the routes that each declares. */
const ROUTES: Record<string, RemoteRoute[] | undefined> = {
  onboarding: [
    { path: '/onboarding/*', guard: 'visitor' },
    { path: '/expired', guard: 'anyone' },
  ],
  timeline: [
    { path: '/app/*', guard: 'patient' },
    { path: '/profile/:profileId/*', guard: 'patient' },
  ],
  records: [
    { path: '/profile/:profileId/results/*', guard: 'patient' },
    { path: '/profile/:profileId/care-plans/*', guard: 'patient' },
  ],
  surveys: undefined,
};

const TEAM = 'builders';
const { privateKey, publicKey } = generateKeyPairSync('ed25519');

/** Options for `waitFor`: a busy machine may take longer than the runner's default of one second. */
export const PATIENTLY = { timeout: timeOuts.condition };

/** Key of a team that may publish any remote. */
export const TEST_KEY: SigningKey = { team: TEAM, privateKey };

/** Writes a team list that includes the owner of `TEST_KEY`. Returns its path. */
export async function writeTeams(folder: string, teams: Teams = {}): Promise<string> {
  const known = { [TEAM]: { publicKey: publicHalf(publicKey), remotes: ['*'] } };
  await writeFiles(folder, { 'teams.json': JSON.stringify({ ...known, ...teams }) });
  return join(folder, 'teams.json');
}

/** Creates a temporary folder for one test; it is removed when the test ends. */
export async function temporaryFolder(test: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'gateway-test-'));
  // Retries: what the test started may write here until a later hook stops it.
  test.after(() => rm(folder, { recursive: true, force: true, maxRetries: 20 }));
  return folder;
}

export async function writeFiles(folder: string, files: Record<string, string | Buffer>): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
}

/** Creates a deploy root in which nothing is published yet, as a gateway's operator does. */
export async function emptyDeployRoot(folder: string): Promise<string> {
  const root = join(folder, 'deploy');
  await writeFiles(root, { 'registry.json': formatRegistry(emptyRegistry()) });
  return root;
}

export interface RemoteFixture {
  name?: string;
  version?: string;
  /** Content of the entry file; makes two builds of one version differ. */
  content?: string;
  files?: Record<string, string | Buffer>;
  declaration?: Record<string, unknown>;
  /** Omits the receipt that the conformance kit writes for surveys. */
  unexamined?: boolean;
}

interface ShellFixture {
  head?: string;
  files?: Record<string, string>;
  declaration?: Record<string, unknown>;
}

/** Writes a receipt into a built surveys remote, as the conformance kit does when every clause passes. */
export async function writeReceipt(folder: string): Promise<void> {
  const files = await readFolder(folder);
  const { name, version } = JSON.parse(files.get('remote.json')?.toString() ?? '');
  const found = { digest: digestOf(files), at: '2026-11-22T10:00:00.000Z', clauses: { draws: 'yes' } } as const;
  await writeFiles(folder, { [RECEIPT_FILE]: formatReceipt({ kit: KIT_VERSION, name, version, ...found }) });
}

/** Writes a minimal dist folder of a remote's build. */
export async function writeRemoteBuild(folder: string, fixture: RemoteFixture = {}): Promise<void> {
  const { name = 'surveys', version = '1.0.0', content = 'one', files = {}, declaration = {} } = fixture;
  const declared = {
    name,
    version,
    contract: name === 'surveys' ? 'survey@1' : 'feature@1',
    container: `lodestar_${name}_${version.replaceAll(/[^0-9A-Za-z]/g, '_')}`,
    entry: 'remoteEntry.0a1b2c3d.js',
    expose: name === 'surveys' ? './survey' : './feature',
    shared: { react: '^19.3.1' },
    locales: ['en', 'fr'],
    preload: ['feature.4e5f6a7b.js'],
    routes: ROUTES[name],
    ...declaration,
  };
  await writeFiles(folder, {
    'remoteEntry.0a1b2c3d.js': `globalThis.container = ${JSON.stringify(content)};\n`.repeat(40),
    'feature.4e5f6a7b.js': `export const feature = ${JSON.stringify(`${name} ${version}`)};\n`.repeat(40),
    'assets/picture.png': Buffer.from('89504e470d0a1a0a0000000d', 'hex'),
    'remote.json': JSON.stringify(declared),
    ...(declared.contract === 'feature@1' ? { '@mf-types.d.ts': 'declare const feature: object;\n' } : {}),
    ...files,
  });
  if (name === 'surveys' && !fixture.unexamined) await writeReceipt(folder);
}

const HASH = `sha384-${'A'.repeat(64)}`;

/** A published manifest of surveys. */
export const manifest = {
  name: 'surveys',
  version: '1.0.0',
  contract: 'survey@1',
  container: 'lodestar_surveys_1_0_0',
  entry: 'entry.js',
  expose: './survey',
  shared: {},
  files: { 'entry.js': HASH, 'chunk.js': HASH },
  preload: ['chunk.js'],
  locales: ['en'],
  bytes: 2,
};

/** Returns a gateway configuration for tests; nothing listens at its API address. */
export function testConfig(change: Partial<GatewayConfig> = {}): GatewayConfig {
  return {
    ...readConfig({}),
    port: 0,
    host: '127.0.0.1',
    apiUrls: ['http://127.0.0.1:9'],
    deployRoot: '/nowhere',
    teamsFile: '/nowhere/teams.json',
    overrides: false,
    acceptsLocalKeys: false,
    ...change,
  };
}

export interface Published {
  folder: string;
  root: string;
  teamsFile: string;
  app: FastifyInstance;
  log: string[];
  /** Publishes a minimal build, by default of surveys, signed by a team that the gateway knows. */
  publish(fixture: RemoteFixture, options?: PublishOptions): Promise<PublishOutcome>;
  /** Requests an address as a browser does that opens a page. */
  open(url: string, headers?: Record<string, string>): Promise<LightMyRequestResponse>;
}

/** Publishes a minimal build of a remote, signed by a team that the gateway knows. */
async function publishFixture(folder: string, root: string, fixture: RemoteFixture, options: PublishOptions = {}) {
  const dir = await mkdtemp(join(folder, 'build-'));
  await writeRemoteBuild(dir, fixture);
  return publishBuilt(root, dir, {}, { key: TEST_KEY, ...options });
}

/** Publishes a shell and all four remotes, version 1.0.0, in a new folder. */
async function publishAll(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'gateway-published-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  await writeShellBuild(join(folder, 'shell'));
  await publishShell(join(folder, 'deploy'), join(folder, 'shell'));
  for (const name of Object.keys(ROUTES)) await publishFixture(folder, join(folder, 'deploy'), { name });
  return folder;
}

/** Published once in a process for each hour of the clock, which tests may set, then copied. */
const published = new Map<number, Promise<string>>();

function publishedNow(): Promise<string> {
  const hour = Math.floor(Date.now() / 3_600_000);
  const known = published.get(hour) ?? publishAll();
  published.set(hour, known);
  return known;
}

/** Starts a gateway with a published shell and all four remotes, version 1.0.0, signed by a team that it knows. */
export async function startPublished(test: TestContext, change: Partial<GatewayConfig> = {}): Promise<Published> {
  let app: FastifyInstance | undefined;
  // Runs before the folder is removed: a gateway writes into it until it is closed.
  test.after(() => app?.close());
  const folder = await temporaryFolder(test);
  const root = join(folder, 'deploy');
  cpSync(await publishedNow(), folder, { recursive: true });
  const log: string[] = [];
  const teamsFile = await writeTeams(folder);
  const config = testConfig({ deployRoot: root, teamsFile, ...change });
  const brand = await readBrand(config.brandFile);
  app = await buildGateway({ config, brand, logTo: { write: (line) => void log.push(line) } });
  const gateway = app;
  return {
    folder,
    root,
    teamsFile,
    app,
    log,
    publish: (fixture, options) => publishFixture(folder, root, fixture, options),
    open: (url, headers = {}) => gateway.inject({ url, headers: { accept: 'text/html', ...headers } }),
  };
}

/** Starts a gateway that isn't logged; it is closed when the test ends. */
export async function startGateway(test: TestContext, change: Partial<GatewayConfig>): Promise<FastifyInstance> {
  const config = testConfig(change);
  const app = await buildGateway({ config, brand: await readBrand(config.brandFile), logTo: false });
  test.after(() => app.close());
  return app;
}

/** Returns the registry in a page. */
export const registryIn = (page: string): Registry =>
  JSON.parse(/id="lodestar-runtime">(.*?)<\/script>/.exec(page)?.[1] ?? '').registry;

/** Returns a generator of numbers from 0 to 1, in the same sequence for each seed. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

/** Writes a minimal dist folder of a shell build. */
export async function writeShellBuild(
  folder: string,
  version = '1.0.0',
  { head = '<!--lodestar:runtime-->', files = {}, declaration = {} }: ShellFixture = {},
) {
  const main = `document.title = ${JSON.stringify(version)};\n`.repeat(60);
  const initial = { 'main.11aa22bb.js': main, 'main.33cc44dd.css': 'body { color: black; }\n' };
  const guest = { 'guest.html': '<!doctype html><script>start()</script>' };
  const hashed = { ...initial, ...guest, 'forms.55ee66ff.js': 'document.title = "forms";\n' };
  const hashes = Object.entries(hashed).map(([path, text]) => [path, integrityOf(Buffer.from(text))]);
  const declared = {
    version,
    initial: Object.keys(initial),
    registrySchema: 2,
    parts: { 'shared-ui/forms': ['forms.55ee66ff.js'] },
    files: Object.fromEntries(hashes),
    shared: {},
    ...declaration,
  };
  await writeFiles(folder, {
    ...hashed,
    'index.html': `<!doctype html><html lang="en"><head>${head}</head><body><div id="root"></div></body></html>`,
    'shell-manifest.json': JSON.stringify(declared),
    ...files,
  });
}
