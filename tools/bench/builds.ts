import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import webpack, { type Configuration } from 'webpack';
import { replaceFile } from '../../gateway/common/disk.ts';
import { escapeHtml } from '../../gateway/common/html.ts';
import { dataRoot } from '../../gateway/common/paths.ts';
import { publishShell } from '../../gateway/publish/publisher.ts';
import {
  parseShellManifest,
  RUNTIME_MARKER,
  SHELL_MANIFEST,
  type ShellManifest,
} from '../../gateway/registry/manifest.ts';
import { formatRegistry, readRegistry, registryFile } from '../../gateway/registry/registry.ts';
import { teamsFile } from '../../gateway/trust/teams.ts';
import { buildChanged } from '../commands/building/local-build.ts';
import { SCREENS, type ScreenName } from './page/screens.ts';

/**
 * The published product, and two unfederated builds of the same sources: one that fetches each remote with the first
 * route that needs it, and one with everything in a single file.
 */
export const KINDS = ['federated', 'routes', 'bundle'] as const;
export type Kind = (typeof KINDS)[number];

/** The deploy root for each screen of each kind. */
export type DeployRoots = Record<Kind, Record<ScreenName, string>>;

export const BENCH = join(dataRoot(process.env), 'bench');
export const FEDERATED = join(BENCH, 'deploy');

/** The team that signs the bench's builds. */
export const BENCH_TEAMS = teamsFile({ DATA_ROOT: BENCH });

const VERSION = '1.0.0-bench';

type Configure = (env: { kind: Kind; version: string }) => Configuration;
const configure: Configure = createRequire(import.meta.url)('./unfederated/webpack.config.cjs');

/** The output of a build: its folder, and the scripts of each remote's chunk group. */
interface Unfederated {
  dist: string;
  scripts: Record<string, string[]>;
}

/**
 * Builds all kinds. The federated one uses the product's own commands and rebuilds only what changed.
 * @param hasRivals false skips the unfederated builds, which take minutes, and returns the federated one in their
 * place
 */
export async function buildKinds(print: (line: string) => void, hasRivals: boolean): Promise<DeployRoots> {
  const env = { DATA_ROOT: BENCH };
  await buildChanged({ env, print });
  const roots = { welcome: FEDERATED, home: FEDERATED };
  if (!hasRivals) return { federated: roots, bundle: roots, routes: roots };
  const bundle = await publishUnfederated('bundle', print);
  const routes = await publishUnfederated('routes', print);
  return { federated: roots, bundle, routes };
}

/** Publishes one deploy root per screen: each page preloads that screen's chunks, as the federated page does. */
async function publishUnfederated(kind: Kind, print: (line: string) => void): Promise<Record<ScreenName, string>> {
  print(`Building the unfederated ${kind} …`);
  const { dist, scripts } = await build(kind);
  const roots = SCREENS.map(async ({ name, remote }) => {
    const root = join(BENCH, kind, name);
    const copy = join(BENCH, kind, `${name}-dist`);
    await rm(root, { recursive: true, force: true });
    await cp(dist, copy, { recursive: true });
    await addHeadStart(copy, scripts[remote] ?? []);
    await publishShell(root, copy);
    await addClaims(root);
    await rm(copy, { recursive: true });
    return [name, root] as const;
  });
  return Object.fromEntries(await Promise.all(roots)) as Record<ScreenName, string>;
}

async function build(kind: Kind): Promise<Unfederated> {
  const dist = join(BENCH, kind, 'dist');
  await mkdir(dist, { recursive: true });
  const config = configure({ kind, version: VERSION });
  const stats = await new Promise<webpack.Stats>((resolve, reject) => {
    webpack({ ...config, output: { ...config.output, path: dist } }, (error, made) => {
      if (made === undefined || made.hasErrors()) reject(error ?? new Error(made?.toString('errors-only')));
      else resolve(made);
    });
  });
  const groups = stats.toJson({ all: false, chunkGroups: true }).namedChunkGroups ?? {};
  const entries = Object.entries(groups).map(([name, group]) => {
    const files = (group.assets ?? []).map((asset) => asset.name);
    return [name, files.filter((file) => file.endsWith('.js'))] as const;
  });
  return { dist, scripts: Object.fromEntries(entries) };
}

/** Adds preloads for chunks of the build, as the gateway does for a remote of the registry. */
async function addHeadStart(dist: string, scripts: string[]): Promise<void> {
  const page = join(dist, 'index.html');
  const { files } = await manifestOf(dist);
  const links = scripts.map((file) => {
    const href = escapeHtml(`/shell/${VERSION}/${file}`);
    return `<link rel="preload" as="script" href="${href}" integrity="${files[file]}" crossorigin="anonymous">`;
  });
  const html = await readFile(page, 'utf8');
  await writeFile(
    page,
    html.replace(RUNTIME_MARKER, () => [RUNTIME_MARKER, ...links].join('\n    ')),
  );
}

/**
 * Adds the registry's remotes, from which every page reads which remote owns a path. They are not published there, so
 * none is preloaded.
 */
async function addClaims(root: string): Promise<void> {
  const { remotes } = await readRegistry(FEDERATED);
  await replaceFile(registryFile(root), formatRegistry({ ...(await readRegistry(root)), remotes }));
}

async function manifestOf(dist: string): Promise<ShellManifest> {
  const file = join(dist, SHELL_MANIFEST);
  return parseShellManifest(await readFile(file, 'utf8'), file);
}
