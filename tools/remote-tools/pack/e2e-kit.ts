import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { readFolder } from 'server-kit/disk';
import { REPO } from 'server-kit/paths';
import { emit } from 'shared-ui/surface/emit';
import { dependenciesOf, keepImported, rangesOf, readPackageJson, rewriteSpecifiers } from './dependencies.ts';

const E2E = join(REPO, 'e2e');
const SOURCE = join(E2E, 'kit');
const ENTRY = join(SOURCE, 'index.ts');

/** The project's own: tests and helpers must use one copy of it. */
const PEER = 'playwright';

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

/** Compiles the helpers, which this repository's own tests use too. */
async function writeHelpers(lib: string): Promise<void> {
  await emit({ files: [ENTRY], out: lib, root: E2E });
  await keepImported(lib, [relative(E2E, ENTRY).replace(/\.ts$/, '.js')]);
  for (const [path, content] of await readFolder(lib)) {
    const code = content.toString();
    const written = rewriteSpecifiers(code, (specifier) =>
      specifier.startsWith('.') ? specifier.replace(/\.ts$/, '.js') : specifier,
    );
    if (written !== code) await writeFile(join(lib, path), written);
  }
}

/** Assembles the contents of the `e2e-kit` tarball. */
export async function writeE2eKit(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeHelpers(join(folder, 'lib'));
  await copyFile(join(SOURCE, 'README.md'), join(folder, 'README.md'));
  const known = JSON.parse(await readFile(join(SOURCE, 'package.json'), 'utf8'));
  const { version } = await readPackageJson(join(REPO, 'shared-ui'));
  const { [PEER]: playwright = '', ...dependencies } = rangesOf(await dependenciesOf(folder, []));
  const complete = { ...known, version, dependencies, peerDependencies: { [PEER]: playwright } };
  await writeFile(join(folder, 'package.json'), json(complete));
}
