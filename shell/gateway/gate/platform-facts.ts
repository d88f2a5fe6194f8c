import { createRequire } from 'node:module';
import type { Offer } from '../manifest.ts';
import type { HostFacts } from './host-facts.ts';

interface Surface {
  version: string;
  entries: Record<string, Record<string, string>>;
}

const load = createRequire(import.meta.url);

const isType = (signature: string) => /^(type|interface):/.test(signature);

function offerOf(version: string, names: Record<string, string>): Offer {
  const all = Object.entries(names);
  return {
    version,
    exports: all.filter(([, signature]) => !isType(signature)).map(([name]) => name),
    types: all.filter(([, signature]) => isType(signature)).map(([name]) => name),
  };
}

/** What the host shares besides its own, each as one copy: what is built for it brings them for types and tests. */
export const SHARED_PACKAGES = ['react', 'react-dom', 'react-router-dom', 'styled-components'];

/** The version of a package that is installed here; none where it is not, or keeps its package.json to itself. */
function installed(name: string): [string, Offer][] {
  try {
    return [[name, { version: load(`${name}/package.json`).version }]];
  } catch {
    return [];
  }
}

/**
 * What the platform is that a remote is built with: as much as can be said of the product without asking it. Of shared-ui it
 * is the list of what it exports, of the packages beside it (React, the router) the version that is installed.
 */
export function factsOfPlatform(): HostFacts {
  const { version, entries }: Surface = load('shared-ui/surface.json');
  const others = SHARED_PACKAGES.flatMap(installed);
  const own = Object.entries(entries).map(([key, names]) => [key, offerOf(version, names)] as const);
  return {
    shells: [{ version, which: 'packed', shared: Object.fromEntries([...others, ...own]) }],
    published: undefined,
  };
}
