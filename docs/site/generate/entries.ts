import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { REPO } from 'server-kit/paths';

/** Folder of the package whose API the site describes. */
export const PACKAGE = join(REPO, 'shared-ui');

/** Returns the entries of shared-ui that have types: specifier -> source file. */
export async function readEntries(): Promise<Map<string, string>> {
  const { exports } = JSON.parse(await readFile(join(PACKAGE, 'package.json'), 'utf8')) as {
    exports: Record<string, string>;
  };
  return new Map(
    Object.entries(exports)
      .filter(([, source]) => source.endsWith('.ts'))
      .map(([entry, source]) => [entry.replace('.', 'shared-ui'), join(PACKAGE, source)]),
  );
}

/** Returns the route of an entry's page: `shared-ui/forms` -> `api/shared-ui/forms.md`. */
export const routeOfEntry = (entry: string): string => `api/${entry}.md`;
