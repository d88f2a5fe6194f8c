import { readDocument } from 'server-kit/fields';
import { type Declaration, parseRemoteManifest as parseManifest, type RemoteManifest } from 'shared-ui/contract';
import {
  checkDeclaration,
  DECLARATION,
  FILE,
  type FormOf,
  INTEGRITY,
  read,
  VERSION,
} from 'shared-ui/contract/documents';

export const REMOTE_MANIFEST = 'remote.json';
export const SHELL_MANIFEST = 'shell-manifest.json';

/** Relative path -> SHA-384. */
export type FileHashes = Record<string, string>;

/** Contents of a shell build's `dist/shell-manifest.json`, with the hashes of its files. */
export interface ShellManifest {
  version: string;
  initial: string[];
  /** Scripts that the first API call needs; empty for shells built by earlier tools. */
  calls: string[];
  /** Shared part that is fetched on demand -> its scripts; empty for shells built by earlier tools. */
  parts: Record<string, string[]>;
  /** Newest schema of registry.json that it reads; 1 for shells built by earlier tools. */
  registrySchema: number;
  /** Shared package -> what remotes may use of it; empty for shells built by earlier tools. */
  shared: Record<string, Offer>;
  files: FileHashes;
}

/** What a shell offers of a shared package. */
export interface Offer {
  version: string;
  /** Run-time exports; absent if the build couldn't determine them. */
  exports?: string[];
  /** Type-only exports. */
  types?: string[];
}

const FILES = { kind: 'list', of: { kind: 'text', rule: FILE } } as const;

const TEXTS = { kind: 'list', of: { kind: 'text' } } as const;
const OFFER: FormOf<Offer> = {
  kind: 'object',
  required: { version: { kind: 'text' } },
  optional: { exports: TEXTS, types: TEXTS },
};

const BUILT_SHELL: FormOf<Pick<ShellManifest, 'version' | 'initial'> & Partial<ShellManifest>> = {
  kind: 'object',
  required: { version: { kind: 'text', rule: VERSION }, initial: FILES },
  optional: {
    calls: FILES,
    parts: { kind: 'map', of: FILES },
    shared: { kind: 'map', of: OFFER },
    registrySchema: { kind: 'count' },
    files: { kind: 'map', of: { kind: 'text', rule: INTEGRITY }, keys: FILE },
  },
};

/** Parses a build's declaration. @throws PlainError that names the file and every faulty field */
export function parseDeclaration(text: string, file: string): Declaration {
  return readDocument(text, file, (value, fault) => {
    const declaration = read<Declaration>(DECLARATION, value, fault);
    checkDeclaration(declaration, fault);
    return declaration;
  });
}

/** Parses a published remote.json. @throws PlainError that names the file and every faulty field */
export function parseRemoteManifest(text: string, file: string): RemoteManifest {
  return readDocument(text, file, parseManifest);
}

/** Parses a shell-manifest.json. `files` may be absent in a build: publishing computes it. */
export function parseShellManifest(text: string, file: string): ShellManifest {
  const shell = readDocument<Partial<ShellManifest>>(text, file, BUILT_SHELL);
  return { version: '', initial: [], calls: [], parts: {}, shared: {}, registrySchema: 1, files: {}, ...shell };
}

/** Placeholder in index.html for the runtime configuration, the registry and the preloads. */
export const RUNTIME_MARKER = '<!--lodestar:runtime-->';
