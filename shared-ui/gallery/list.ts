/// <reference types="node" />
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const SOURCE = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', 'src');

/**
 * Returns the ids of all fixtures, read from their sources: a test runner on Node can't load the components (they
 * import style sheets) but needs a name for each test before the browser opens.
 */
export function fixtureList(): string[] {
  const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /fixtures\W.*tsx?$/.test(file),
  );
  return files.sort().flatMap((file) => {
    const text = readFileSync(path.join(SOURCE, file), 'utf8');
    return [...text.matchAll(/\bid: '([\w-]+--[\w-]+)'/g)].map(([, id]) => id ?? '');
  });
}
