import { type Fault, type FormOf, read, throwFault } from './form.ts';
import { PACKED_LANGUAGE, type PackedLanguage } from './languages/packed-language.ts';
import { PUBLISHED_ENTRY, type PublishedEntry } from './routes/navigation.ts';
import { PUBLISHED_ROUTE, type PublishedRoute } from './routes/routes.ts';
import { INTEGRITY, NAME, ORIGIN, SIGNATURE, TEAM, VERSION } from './schema/rules.ts';

/**
 * How far a version is trusted. `trusted`: signed code of a known team, runs in the page. `sandboxed`: third-party code,
 * runs in a frame without access to anything.
 */
export type Trust = 'trusted' | 'sandboxed';

/** Signature of a `trusted` version by a team: Ed25519 over its name, version number and hash. */
export interface Signature {
  team: string;
  /** Base64 of the signature's 64 bytes. */
  value: string;
}

/** A published version: the URL of its manifest, and the hash of the manifest's exact bytes. */
export interface PublishedVersion {
  manifest: string;
  integrity: string;
  /** `sandboxed` if absent: no team has signed it. */
  trust?: Trust;
  signature?: Signature;
  /** Copied from the manifest, so that the registry alone shows who owns a path. */
  routes?: PublishedRoute[];
  navigation?: PublishedEntry[];
  /** Copied from the manifest: the gateway lets pages call those that its operator has approved. */
  connect?: string[];
  /** Copied from the manifest of a language pack. */
  language?: PackedLanguage;
  /** Hash of a language pack's texts, so that pages need no manifest. */
  texts?: string;
}

/** The version that new pages get, and the previous one. */
export interface Activation {
  active: string;
  previous?: string;
}

/** A version in trial rollout. */
export interface Canary {
  version: string;
  /** Percentage of browsers that get it, 1 to 99. */
  share: number;
}

/** One remote's entry: active version, previous version, and every version that can be named. */
export interface RegistryEntry extends Activation {
  canary?: Canary;
  /** Version numbers that must never be used again. */
  revoked?: string[];
  versions: Record<string, PublishedVersion>;
}

/**
 * Which version of every remote a page gets. `origins` lists where remotes may come from; `self` is the page's own
 * origin.
 */
export interface Registry {
  schema: 2;
  revision: number;
  origins: string[];
  /** Kill switch for operators: phones drop their service worker and its caches, and work online only. */
  worker?: 'off';
  shell?: Activation;
  remotes: Record<string, RegistryEntry>;
}

/** Words for trust that are accepted, including those of schema 1, and what they mean. */
const TRUST = { sandboxed: 'sandboxed', trusted: 'trusted', guest: 'sandboxed', house: 'trusted' } as const;

/** A registry as it may be written: of schema 1 or 2, with either schema's words for trust. */
interface WrittenVersion extends Omit<PublishedVersion, 'trust'> {
  trust?: keyof typeof TRUST;
}
interface WrittenEntry extends Omit<RegistryEntry, 'versions'> {
  versions: Record<string, WrittenVersion>;
}
interface WrittenRegistry extends Omit<Registry, 'schema' | 'remotes'> {
  schema: 1 | 2;
  remotes: Record<string, WrittenEntry>;
}

const ACTIVATION: FormOf<Activation> = {
  kind: 'object',
  required: { active: { kind: 'text', rule: VERSION } },
  optional: { previous: { kind: 'text', rule: VERSION } },
};

const SIGNATURE_OF_TEAM: FormOf<Signature> = {
  kind: 'object',
  required: { team: { kind: 'text', rule: TEAM }, value: { kind: 'text', rule: SIGNATURE } },
  optional: {},
};

const PUBLISHED_VERSION: FormOf<WrittenVersion> = {
  kind: 'object',
  required: { manifest: { kind: 'text' }, integrity: { kind: 'text', rule: INTEGRITY } },
  optional: {
    // The first value is the default for anything unknown.
    trust: { kind: 'choice', of: ['sandboxed', 'trusted', 'guest', 'house'] },
    signature: SIGNATURE_OF_TEAM,
    routes: { kind: 'list', of: PUBLISHED_ROUTE },
    navigation: { kind: 'list', of: PUBLISHED_ENTRY },
    connect: { kind: 'list', of: { kind: 'text', rule: ORIGIN } },
    language: PACKED_LANGUAGE,
    texts: { kind: 'text', rule: INTEGRITY },
  },
};

const CANARY: FormOf<Canary> = {
  kind: 'object',
  required: { version: { kind: 'text', rule: VERSION }, share: { kind: 'count' } },
  optional: {},
};

const ENTRY: FormOf<WrittenEntry> = {
  kind: 'object',
  required: { ...ACTIVATION.required, versions: { kind: 'map', of: PUBLISHED_VERSION, keys: VERSION } },
  optional: {
    ...ACTIVATION.optional,
    canary: CANARY,
    revoked: { kind: 'list', of: { kind: 'text', rule: VERSION } },
  },
};

/** Schema of `registry.json`, in both versions. */
export const REGISTRY: FormOf<WrittenRegistry> = {
  kind: 'object',
  required: {
    schema: { kind: 'choice', of: [1, 2] },
    revision: { kind: 'count' },
    origins: { kind: 'list', of: { kind: 'text' } },
    remotes: { kind: 'map', of: ENTRY, keys: NAME },
  },
  optional: { worker: { kind: 'choice', of: ['off'] }, shell: ACTIVATION },
};

function checkEntry(name: string, entry: WrittenEntry, fault: Fault): void {
  const { active, previous, canary, revoked = [], versions } = entry;
  for (const [which, version] of Object.entries({ active, previous, 'canary.version': canary?.version })) {
    if (version && !Object.hasOwn(versions, version)) fault(`remotes.${name}.${which}`, 'must be one of its versions');
  }
  if (canary && (canary.share < 1 || canary.share > 99)) fault(`remotes.${name}.canary.share`, 'must be from 1 to 99');
  revoked.forEach((version, index) => {
    if (Object.hasOwn(versions, version)) fault(`remotes.${name}.revoked[${index}]`, 'must be none of its versions');
  });
}

function migrated({ trust, ...published }: WrittenVersion): PublishedVersion {
  return trust === undefined ? published : { ...published, trust: TRUST[trust] };
}

/**
 * Returns the registry in a parsed JSON document, as of schema 2: one of schema 1 is migrated. Reports every fault to
 * `fault`; by default, throws at the first.
 */
export function parseRegistry(value: unknown, fault: Fault = throwFault): Registry {
  const registry = read<WrittenRegistry>(REGISTRY, value, fault);
  const remotes = Object.entries(registry.remotes).map(([name, entry]) => {
    checkEntry(name, entry, fault);
    const versions = Object.entries(entry.versions).map(([version, published]) => [version, migrated(published)]);
    return [name, { ...entry, versions: Object.fromEntries(versions) }];
  });
  return { ...registry, schema: 2, remotes: Object.fromEntries(remotes) };
}
