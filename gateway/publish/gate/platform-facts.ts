import { createRequire } from 'node:module';
import type { Offer } from '../../registry/manifest.ts';
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

/** Third-party packages that the host shares, one copy each. Remotes install them for types and tests. */
export const SHARED_PACKAGES = ['react', 'react-dom', 'react-router-dom', 'styled-components'];

/** Returns a package's installed version; empty if it isn't installed or doesn't export its package.json. */
function installed(name: string): [string, Offer][] {
  try {
    return [[name, { version: load(`${name}/package.json`).version }]];
  } catch {
    return [];
  }
}

/**
 * Returns what is known without asking a deployment, from the platform that a remote is built with: the exports of
 * shared-ui, and the installed versions of the other packages (React, the router).
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
