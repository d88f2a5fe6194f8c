import { type Fault, type FormOf, read, stopAtFirst } from './form.ts';
import { PUBLISHED_ENTRY, type PublishedEntry } from './navigation.ts';
import { PUBLISHED_ROUTE, type PublishedRoute } from './routes.ts';
import { INTEGRITY, NAME, VERSION } from './rules.ts';

/** Where one published version's manifest is, and the hash of its exact bytes. */
export interface PublishedVersion {
  manifest: string;
  integrity: string;
  /** What its manifest says, so that one look at the registry shows whose a path is. */
  routes?: PublishedRoute[];
  navigation?: PublishedEntry[];
}

/** The version that new pages get, and the one before it. */
export interface Activation {
  active: string;
  previous?: string;
}

/** One remote's row: what runs now, what ran before, and every version that can be named. */
export interface RegistryEntry extends Activation {
  versions: Record<string, PublishedVersion>;
}

/** Which version of every remote a page gets. `origins` are the origins remotes may come from; `self` is the page's own. */
export interface Registry {
  schema: 1;
  revision: number;
  origins: string[];
  /** An operator's way out: phones give up their service worker and what it keeps, and work online only. */
  worker?: 'off';
  shell?: Activation;
  remotes: Record<string, RegistryEntry>;
}

const ACTIVATION: FormOf<Activation> = {
  kind: 'object',
  required: { active: { kind: 'text', rule: VERSION } },
  optional: { previous: { kind: 'text', rule: VERSION } },
};

const PUBLISHED_VERSION: FormOf<PublishedVersion> = {
  kind: 'object',
  required: { manifest: { kind: 'text' }, integrity: { kind: 'text', rule: INTEGRITY } },
  optional: {
    routes: { kind: 'list', of: PUBLISHED_ROUTE },
    navigation: { kind: 'list', of: PUBLISHED_ENTRY },
  },
};

const ENTRY: FormOf<RegistryEntry> = {
  kind: 'object',
  required: { ...ACTIVATION.required, versions: { kind: 'map', of: PUBLISHED_VERSION, keys: VERSION } },
  optional: ACTIVATION.optional,
};

export const REGISTRY: FormOf<Registry> = {
  kind: 'object',
  required: {
    schema: { kind: 'choice', of: [1] },
    revision: { kind: 'count' },
    origins: { kind: 'list', of: { kind: 'text' } },
    remotes: { kind: 'map', of: ENTRY, keys: NAME },
  },
  optional: { worker: { kind: 'choice', of: ['off'] }, shell: ACTIVATION },
};

function checkEntry(name: string, { active, previous, versions }: RegistryEntry, fault: Fault): void {
  for (const [which, version] of Object.entries({ active, previous })) {
    if (version && !Object.hasOwn(versions, version)) fault(`remotes.${name}.${which}`, 'must be one of its versions');
  }
}

/** The registry in a parsed JSON document. Every fault in it is told to `fault`; the first one throws without that. */
export function parseRegistry(value: unknown, fault: Fault = stopAtFirst): Registry {
  const registry = read<Registry>(REGISTRY, value, fault);
  for (const [name, entry] of Object.entries(registry.remotes)) checkEntry(name, entry, fault);
  return registry;
}
