import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import type { Surface } from './compare.ts';
import { Declarations } from './declarations.ts';
import { emit, PACKAGE, sourcesOf } from './emit.ts';
import { signatureOf } from './signature.ts';

/** Entries that remotes may use. `host` and `vault` are for the shell only, `testing` is in no build. */
export const ENTRIES = [
  'shared-ui',
  'shared-ui/forms',
  'shared-ui/dialog',
  'shared-ui/tabs',
  'shared-ui/combobox',
  'shared-ui/disclosure',
  'shared-ui/details',
  'shared-ui/animation',
  'shared-ui/contract',
];

/** The committed list of exports. */
export const SURFACE_FILE = join(PACKAGE, 'surface.json');

/** Returns the committed list, or undefined if it does not exist yet. */
export async function readSurface(): Promise<Surface | undefined> {
  const text = await readFile(SURFACE_FILE, 'utf8').catch(() => undefined);
  return text === undefined ? undefined : JSON.parse(text);
}

/** Formats the list as it is in the file. */
export const formatSurface = (surface: Surface) => `${JSON.stringify(surface, null, 2)}\n`;

/** Returns what the package exports now, read from the sources. */
export async function currentSurface(): Promise<Surface> {
  const { version } = JSON.parse(await readFile(join(PACKAGE, 'package.json'), 'utf8'));
  const sources = await sourcesOf(ENTRIES);
  const out = await mkdtemp(join(tmpdir(), 'surface-'));
  try {
    const files = [...sources.values(), join(PACKAGE, 'src', 'globals.d.ts')];
    const options = { emitDeclarationOnly: true, removeComments: true };
    await emit({ files, out, root: PACKAGE, options });
    const declarations = new Declarations();
    const entries = [...sources].map(([entry, source]) => {
      const file = join(out, relative(PACKAGE, source)).replace(/\.tsx?$/, '.d.ts');
      const names = [...declarations.module(file).exported].sort(([a], [b]) => (a < b ? -1 : 1));
      return [entry, Object.fromEntries(names.map(([name, to]) => [name, signatureOf(declarations, file, to)]))];
    });
    return { version, entries: Object.fromEntries(entries) };
  } finally {
    await rm(out, { recursive: true, force: true });
  }
}
