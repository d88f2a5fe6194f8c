import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { publishShell } from 'gateway/publish/publisher';
import { parseShellManifest, RUNTIME_MARKER, SHELL_MANIFEST } from 'gateway/registry/manifest';
import { formatRegistry, readRegistry, registryFile } from 'gateway/registry/registry';
import { teamsFile } from 'gateway/trust/teams';
import { replaceFile } from 'server-kit/disk';
import { escapeHtml } from 'server-kit/http';
import { dataRoot } from 'server-kit/paths';
import webpack, { type Configuration } from 'webpack';
import { SCREENS, type ScreenName } from './page/phone.ts';

/** Data root of the bench's own builds. */
export const BENCH = join(dataRoot(process.env), 'bench');
export const FEDERATED = join(BENCH, 'deploy');

/** The team that signs the bench's builds. */
export const BENCH_TEAMS = teamsFile({ DATA_ROOT: BENCH });

const VERSION = '1.0.0-bench';
const FOLDER = join(BENCH, 'unfederated');

type Configure = (env: { version: string }) => Configuration;
const configure: Configure = createRequire(import.meta.url)('./unfederated/webpack.config.cjs');

/**
 * Builds the product's sources without federation: each remote's chunks are fetched with the first route that needs
 * them. Publishes one deploy root per screen: each page preloads that screen's chunks, as the federated page does.
 */
export async function publishUnfederated(print: (line: string) => void): Promise<Record<ScreenName, string>> {
  print('Building the product without federation …');
  const { dist, scripts } = await build();
  const roots = SCREENS.map(async ({ name, remote }) => {
    const root = join(FOLDER, name);
    const copy = join(FOLDER, `${name}-dist`);
    await rm(root, { recursive: true, force: true });
    await cp(dist, copy, { recursive: true });
    await addPreloads(copy, scripts[remote] ?? []);
    await publishShell(root, copy);
    await addClaims(root);
    await rm(copy, { recursive: true });
    return [name, root] as const;
  });
  return Object.fromEntries(await Promise.all(roots)) as Record<ScreenName, string>;
}

/** Returns the build's folder, and the scripts of each remote's chunk group. */
async function build(): Promise<{ dist: string; scripts: Record<string, string[]> }> {
  const dist = join(FOLDER, 'dist');
  await mkdir(dist, { recursive: true });
  const config = configure({ version: VERSION });
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
async function addPreloads(dist: string, scripts: string[]): Promise<void> {
  const page = join(dist, 'index.html');
  const manifest = join(dist, SHELL_MANIFEST);
  const { files } = parseShellManifest(await readFile(manifest, 'utf8'), manifest);
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
