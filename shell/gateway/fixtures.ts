import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { integrityOf } from './disk.ts';

/** A temporary folder for one test; removed when the test ends. */
export async function temporaryFolder(test: { after(work: () => Promise<void>): void }): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'gateway-test-'));
  test.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Writes the files of a folder. */
export async function writeFiles(folder: string, files: Record<string, string | Buffer>): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
}

export interface RemoteFixture {
  name?: string;
  version?: string;
  /** What the entry says; two builds of one version differ by it. */
  content?: string;
  files?: Record<string, string | Buffer>;
  declaration?: Record<string, unknown>;
}

/** Writes what a build of a remote leaves in its dist folder, small. */
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
    ...declaration,
  };
  await writeFiles(folder, {
    'remoteEntry.0a1b2c3d.js': `globalThis.container = ${JSON.stringify(content)};\n`.repeat(40),
    'feature.4e5f6a7b.js': `export const feature = ${JSON.stringify(`${name} ${version}`)};\n`.repeat(40),
    'assets/picture.png': Buffer.from('89504e470d0a1a0a0000000d', 'hex'),
    'remote.json': JSON.stringify(declared),
    ...files,
  });
}

/** Writes what a build of the shell leaves in its dist folder, small. */
export async function writeShellBuild(folder: string, version = '1.0.0', head = '<!--lodestar:runtime-->') {
  const main = `document.title = ${JSON.stringify(version)};\n`.repeat(60);
  const files = { 'main.11aa22bb.js': main, 'main.33cc44dd.css': 'body { color: black; }\n' };
  const hashes = Object.entries(files).map(([path, text]) => [path, integrityOf(Buffer.from(text))]);
  await writeFiles(folder, {
    ...files,
    'index.html': `<!doctype html><html lang="en"><head>${head}</head><body><div id="root"></div></body></html>`,
    'shell-manifest.json': JSON.stringify({
      version,
      initial: Object.keys(files),
      files: Object.fromEntries(hashes),
      shared: {},
    }),
  });
}
