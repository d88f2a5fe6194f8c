/** Packs a release: everything that production runs, as one tarball with its bill of materials, sums and signature. */
import { chmod, copyFile, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { keyFilesHere, keyForBuild, namedKeyFile, readPrivateKey, withSigningKey } from 'gateway/trust/signing-key';
import { exists } from 'server-kit/disk';
import { PlainError } from 'server-kit/plain-error';
import { layDeployRoot } from '../commands/building/lay-deploy-root.ts';
import { RELEASE_MANIFEST, type ReleaseManifest } from '../commands/production/release-manifest.ts';
import { billOfMaterials } from './bom.ts';
import { runProgram } from './programs.ts';
import { signFiles } from './sums.ts';

/** What the servers and the operator's commands read. The lock file stays out: nothing installs into a release. */
const PACKED = ['server-kit', 'gateway', 'mock-api', 'shared-ui', 'tools', 'shell', 'docs/deploy'];
/** Texts of the remotes and their signatures, which staff review at the desk. */
const PACKED_TEXTS = [':(glob)*-mfe/src/**/locales/*.json', ':(glob)*-mfe/review/*.json', 'docs/languages'];
const PACKED_FILES = ['package.json', '.env.example', 'CHANGELOG.md'];
const LEFT_OUT = /\.(test|spec)\.tsx?$|^mock-api\/test\/|^shared-ui\/gallery\/|^tools\/(bench|conformance|media)\//;
/** Workspaces whose packages the servers import. */
const SERVERS = ['mock-api', 'gateway'];
const BOM = 'sbom.cdx.json';

export interface PackOptions {
  /** The repository to pack: this one, or the checkout of an earlier version with its packages installed. */
  tree: string;
  /** Version of the release; that of package.json when absent. */
  version?: string | undefined;
  /** The commit that the release names, for a tree with changes; that of a tree without any when absent. */
  commit?: string;
  /** File of the key that signs the release and its remotes. */
  key?: string | undefined;
  /** Where the folder of the release is created. */
  to: string;
  env: NodeJS.ProcessEnv;
  print(line: string): void;
}

const inTree = (tree: string, ...command: string[]) => runProgram(command, { cwd: tree });

async function committed(tree: string): Promise<string> {
  const changes = (await inTree(tree, 'git', 'status', '--porcelain')).trimEnd();
  if (changes !== '')
    throw new PlainError(`${tree} has changes that are not committed: a release is built from a commit.\n${changes}`);
  return (await inTree(tree, 'git', 'rev-parse', 'HEAD')).trim();
}

async function keyFileFor(env: NodeJS.ProcessEnv, option: string | undefined): Promise<string> {
  const named = namedKeyFile(env, option);
  if (named !== undefined) return named;
  const [only, ...more] = await keyFilesHere(env);
  if (only !== undefined && more.length === 0) return only;
  throw new PlainError('Name the key that signs the release: --key FILE, or SIGNING_KEY_FILE.');
}

async function copySources(tree: string, to: string): Promise<void> {
  const { workspaces } = JSON.parse(await readFile(join(tree, 'package.json'), 'utf8')) as { workspaces: string[] };
  const listed = await inTree(
    tree,
    'git',
    'ls-files',
    '-z',
    '--cached',
    '--others',
    '--exclude-standard',
    ...PACKED,
    ...PACKED_TEXTS,
  );
  const sources = listed.split('\0').filter((path) => path !== '' && !LEFT_OUT.test(path));
  const manifests = workspaces.map((workspace) => `${workspace}/package.json`);
  for (const path of new Set([...sources, ...manifests, ...PACKED_FILES])) {
    await mkdir(dirname(join(to, path)), { recursive: true });
    await copyFile(join(tree, path), join(to, path));
  }
}

/** Installs the servers' packages as the lock file pins them, and writes the bill of materials. */
async function installPackages(tree: string, to: string): Promise<void> {
  const lock = join(to, 'package-lock.json');
  await copyFile(join(tree, 'package-lock.json'), lock);
  const only = [...SERVERS.flatMap((name) => ['-w', name]), '--include-workspace-root', '--omit=dev'];
  await inTree(to, 'npm', 'ci', ...only, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error');
  await writeFile(join(to, BOM), await billOfMaterials(to));
  await rm(lock);
  await rm(join(to, 'node_modules', '.package-lock.json'), { force: true });
}

/**
 * Builds the shell and the remotes, and lays them ready to be published, signed with the release's key. The build stays
 * in the tree's own `.lodestar`: an installation on this machine publishes nothing before it is upgraded.
 */
async function buildPages(to: string, { tree, env, key }: PackOptions & { key: string }) {
  const folders = { DATA_ROOT: '', DEPLOY_ROOT: '', TEAM_KEYS_FILE: '', SIGNING_KEY_FILE: '' };
  // A build is published where its settings say: it must not reach the gateways of this machine's hospital.
  const build = { ...env, ...folders, GATEWAY_DATABASE_URL: '', GATEWAY_DATABASE_URL_FILE: '', GATEWAYS: '' };
  await runProgram([process.execPath, join(tree, 'tools/commands/build.ts')], { cwd: tree, env: build });
  const data = join(tree, '.lodestar');
  const signing = withSigningKey(env, key);
  return layDeployRoot(join(to, 'deploy'), {
    data,
    deploy: join(data, 'deploy'),
    keyFor: (name) => keyForBuild(signing, name),
  });
}

async function writeCommand(tree: string, to: string): Promise<void> {
  const source = join(tree, 'tools/release/lodestar.sh');
  // Earlier versions are upgraded with the command of a later one.
  if (!(await exists(source))) return;
  await mkdir(join(to, 'bin'));
  await copyFile(source, join(to, 'bin/lodestar'));
  await chmod(join(to, 'bin/lodestar'), 0o755);
}

/** Packs a folder: the same content becomes the same bytes on every machine. */
async function archive(folder: string, name: string, to: string): Promise<void> {
  const same = [
    '--sort=name',
    '--owner=0',
    '--group=0',
    '--numeric-owner',
    '--mtime=2020-01-01',
    '--mode=u+rwX,go+rX,go-w',
  ];
  await runProgram(['tar', ...same, '-czf', to, '-C', folder, name]);
}

/**
 * Packs a release.
 * @returns the folder with the tarball, the bill of materials, SHA256SUMS and its signature
 * @throws PlainError when the tree has uncommitted changes, the key is missing or a step fails
 */
export async function packRelease(options: PackOptions): Promise<string> {
  const { tree, to, env, print } = options;
  const commit = options.commit ?? (await committed(tree));
  const key = await keyFileFor(env, options.key);
  const privateKey = await readPrivateKey(key);
  const { version: own } = JSON.parse(await readFile(join(tree, 'package.json'), 'utf8')) as { version: string };
  const version = options.version ?? own;
  const final = join(to, version);
  if (await exists(final)) throw new PlainError(`${final} exists: give this release another version.`);
  await mkdir(to, { recursive: true });
  const work = await mkdtemp(join(to, '.packing-'));
  try {
    const name = `lodestar-${version}`;
    const content = join(work, 'content', name);
    await mkdir(content, { recursive: true });
    await copySources(tree, content);
    print('Building the shell and the remotes …');
    const pages = await buildPages(content, { ...options, key });
    print('Installing the pinned packages …');
    await installPackages(tree, content);
    await writeCommand(tree, content);
    const manifest: ReleaseManifest = { version, commit, pages };
    await writeFile(join(content, RELEASE_MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`);
    print('Packing and signing …');
    const out = join(work, 'out');
    await mkdir(out);
    const files = [`${name}.tar.gz`, `${name}.${BOM}`];
    await archive(join(work, 'content'), name, join(out, `${name}.tar.gz`));
    await cp(join(content, BOM), join(out, `${name}.${BOM}`));
    await signFiles(out, files, privateKey);
    await cp(out, final, { recursive: true });
    return final;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}
