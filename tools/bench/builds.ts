import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { publishShell } from 'gateway/publish/publisher';
import { parseShellManifest, RUNTIME_MARKER, SHELL_MANIFEST } from 'gateway/registry/manifest';
import { formatRegistry, readRegistry, registryFile } from 'gateway/registry/registry';
import { teamsFile } from 'gateway/trust/teams';
import { replaceFile } from 'server-kit/disk';
import { escapeHtml } from 'server-kit/http';
import { dataRoot, REPO } from 'server-kit/paths';
import webpack, { type Configuration } from 'webpack';
import { SCREENS, type ScreenName } from './page/phone.ts';

/** Data root of the bench's own builds. */
export const BENCH = join(dataRoot(process.env), 'bench');
export const FEDERATED = join(BENCH, 'deploy');

/** The team that signs the bench's builds. */
export const BENCH_TEAMS = teamsFile({ DATA_ROOT: BENCH });

/** A built product: its sources, which its servers run, and what is published. */
export interface Build {
  repo: string;
  deployRoot: string;
  /** Public keys of the teams that signed it. */
  teams: string;
}

export const OWN_BUILD: Build = { repo: REPO, deployRoot: FEDERATED, teams: BENCH_TEAMS };

const run = promisify(execFile);

/** Builds a commit in a temporary worktree, with its own packages, and runs the work with it. */
export async function withCommit<T>(
  revision: string,
  print: (line: string) => void,
  work: (build: Build) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'lodestar-commit-'));
  const [repo, data] = [join(folder, 'tree'), join(folder, 'data')];
  try {
    await run('git', ['-C', REPO, 'worktree', 'add', '--quiet', '--detach', repo, revision]);
    print(`Building ${revision} …`);
    // Its own command installs the packages that this commit needs.
    const env = { ...process.env, DATA_ROOT: data, DEPLOY_ROOT: '', TEAM_KEYS_FILE: '', SIGNING_KEY_FILE: '' };
    await run('npm', ['run', '-s', 'build'], { cwd: repo, env });
    return await work({ repo, deployRoot: join(data, 'deploy'), teams: teamsFile({ DATA_ROOT: data }) });
  } finally {
    await run('git', ['-C', REPO, 'worktree', 'remove', '--force', repo]).catch(() => undefined);
    await rm(folder, { recursive: true, force: true });
  }
}

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
