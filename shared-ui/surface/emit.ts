import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

export const PACKAGE = dirname(import.meta.dirname);

const COMPILER = dirname(createRequire(import.meta.url).resolve('typescript/package.json'));
const TSC = join(COMPILER, 'bin', 'tsc');
/** Folders with ambient types. By default, the compiler searches for them next to its settings. */
const TYPES = [join(dirname(COMPILER), '@types'), dirname(COMPILER)];

/** Returns a map of import specifiers to source files. @throws Error if the package lacks one of them */
export async function sourcesOf(specifiers: readonly string[]): Promise<Map<string, string>> {
  const { exports } = JSON.parse(await readFile(join(PACKAGE, 'package.json'), 'utf8')) as {
    exports: Record<string, string>;
  };
  return new Map(
    specifiers.map((specifier) => {
      const source = exports[specifier.replace(/^shared-ui/, '.')];
      if (source === undefined) throw new Error(`shared-ui/package.json exports no "${specifier}"`);
      return [specifier, join(PACKAGE, source)];
    }),
  );
}

interface Emission {
  /** Files to compile, with everything that they import. */
  files: string[];
  out: string;
  /** Source folder to which `out` corresponds. */
  root: string;
  options?: Record<string, unknown>;
}

/**
 * Compiles TypeScript to JavaScript and declarations. Types are checked elsewhere.
 * @throws Error with the compiler's output
 */
export async function emit({ files, out, root, options = {} }: Emission): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'emit-'));
  const compilerOptions = {
    noEmit: false,
    noCheck: true,
    declaration: true,
    rewriteRelativeImportExtensions: true,
    rootDir: root,
    outDir: out,
    typeRoots: TYPES,
    ...options,
  };
  const config = { extends: join(PACKAGE, 'tsconfig.json'), compilerOptions, include: [], files };
  try {
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config));
    // On several threads, which modules it takes for another package's, and doesn't write, differs from run to run.
    await run(process.execPath, [TSC, '-p', folder, '--singleThreaded']).catch((thrown: { stdout?: string }) => {
      throw new Error(thrown.stdout || String(thrown));
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
