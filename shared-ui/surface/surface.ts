import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import type { Surface } from './compare.ts';
import { Declarations, type Declared, type Reference } from './declarations.ts';
import { emit, PACKAGE, sourcesOf } from './emit.ts';

const LENGTH = 8;
const hash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, LENGTH);

interface Found {
  file: string;
  name: string;
  declared: Declared;
}

/** Resolves a name to its declaration; undefined if it is no declaration, e.g. a type parameter. */
function find(declarations: Declarations, file: string, { from, name }: Reference): Found | string | undefined {
  if (from !== undefined) {
    if (!from.startsWith('.')) return `${from}#${name}`;
    const target = Declarations.fileOf(file, from);
    const exported = declarations.module(target).exported.get(name);
    return exported && find(declarations, target, exported);
  }
  const { declared, imported } = declarations.module(file);
  const own = declared.get(name);
  if (own) return { file, name, declared: own };
  const importedName = imported.get(name);
  return importedName && find(declarations, file, importedName);
}

/** Returns the declaration and every other one of this package that it needs, each once. */
function closure(declarations: Declarations, first: Found): Found[] {
  const all = [first];
  const seen = new Set([first.declared]);
  for (const { file, declared } of all) {
    for (const reference of declared.references) {
      const found = find(declarations, file, reference);
      if (found === undefined || typeof found === 'string' || seen.has(found.declared)) continue;
      seen.add(found.declared);
      all.push(found);
    }
  }
  return all;
}

const wholeText = ({ text, optional }: Declared): string => [text, ...[...optional.values()].map(wholeText)].join('\n');

function optionalOf(declarations: Declarations, { file, name, declared }: Found): string[] {
  return [...declared.optional].map(([key, member]) => {
    const needed = closure(declarations, { file, name: key, declared: member });
    return `${name}.${key}:${hash(needed.map((each) => wholeText(each.declared)).join('\n'))}`;
  });
}

/**
 * Returns the signature of an exported name: first a hash of its declaration and of every declaration of this package
 * in it, then one of each optional member. A change is compatible if none of these hashes disappears; additional ones
 * only extend the export. Types of other packages count by name, as they are versioned separately.
 */
export function signatureOf(declarations: Declarations, file: string, reference: Reference): string {
  const found = find(declarations, file, reference);
  if (found === undefined) throw new Error(`${reference.name} is exported by ${file}, but declared nowhere`);
  if (typeof found === 'string') return found;
  const all = closure(declarations, found);
  const skeleton = hash(all.map(({ declared }) => declared.text).join('\n'));
  const optional = all.flatMap((each) => optionalOf(declarations, each));
  return [`${found.declared.kind}:${skeleton}`, ...optional.sort()].join(' ');
}

/** Entries that remotes may use. `host` and `vault` are for the shell only, `testing` is in no build. */
export const ENTRIES = [
  'shared-ui',
  'shared-ui/forms',
  'shared-ui/dialog',
  'shared-ui/languages',
  'shared-ui/tabs',
  'shared-ui/combobox',
  'shared-ui/disclosure',
  'shared-ui/details',
  'shared-ui/bus',
  'shared-ui/animation',
  'shared-ui/contract',
];

export const SURFACE_FILE = join(PACKAGE, 'surface.json');

/** Returns the committed list, or undefined if it does not exist yet. */
export async function readSurface(): Promise<Surface | undefined> {
  const text = await readFile(SURFACE_FILE, 'utf8').catch(() => undefined);
  return text === undefined ? undefined : JSON.parse(text);
}

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
