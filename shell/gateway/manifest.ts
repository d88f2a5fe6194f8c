import { Fields, isRecord, parseJson, type TextRule } from './fields.ts';
import { PlainError } from './plain-error.ts';
import { INTEGRITY_RULE, NAME_RULE, VERSION_RULE } from './registry.ts';

export const REMOTE_MANIFEST = 'remote.json';
export const SHELL_MANIFEST = 'shell-manifest.json';

/** What a screen that is fetched by itself needs besides the remote's first code: own scripts, and shared parts by name. */
export interface ScreenNeeds {
  preload: string[];
  needs: string[];
}

/** What a build says about its remote (`dist/remote.json`). */
export interface Declaration {
  name: string;
  version: string;
  /** Contract and its version, e.g. "survey@1". */
  contract: string;
  /** The global name under which the entry leaves its federation container. */
  container: string;
  /** The entry's path, relative to remote.json. */
  entry: string;
  expose: string;
  /** Package -> range of what the remote expects the shell to share. */
  shared: Record<string, string>;
  locales: string[];
  /** The scripts that the exposed module needs first. */
  preload?: string[];
  /** Path of a screen at which people often open the product -> what it needs. */
  screens?: Record<string, ScreenNeeds>;
}

/** Relative path -> SHA-384. */
export type FileHashes = Record<string, string>;

/** A published remote.json: the declaration, with what publishing adds. */
export interface RemoteManifest extends Declaration {
  files: FileHashes;
  /** Sum of the raw bytes of its scripts. */
  bytes: number;
  /** Raw bytes of every file; versions that were published by earlier tools have none. */
  sizes?: Record<string, number>;
}

/** What a build of the shell says about itself (`dist/shell-manifest.json`), with the hashes of its files. */
export interface ShellManifest {
  version: string;
  initial: string[];
  /** Shared part that is fetched on demand -> its scripts; shells that were built by earlier tools name none. */
  parts: Record<string, string[]>;
  files: FileHashes;
}

const FILE_RULE: TextRule = {
  pattern: /^(?!\/)(?!.*(^|\/)\.\.?(\/|$))(?!.*\/\/)[^\\\0?#]+$/,
  says: 'a relative path inside the published folder',
};
const CONTRACT_RULE: TextRule = { pattern: /^[a-z][a-z-]*@\d+$/, says: 'a contract like "survey@1"' };
const CONTAINER_RULE: TextRule = { pattern: /^[A-Za-z_$][\w$]*$/, says: 'a JavaScript name' };
const EXPOSE_RULE: TextRule = { pattern: /^\.\/[\w./-]+$/, says: 'a module like "./survey"' };
const LOCALE_RULE: TextRule = { pattern: /^[a-z]{2}(-[A-Z]{2})?$/, says: 'a language like "en"' };

/** Reads and checks a build's declaration. Throws one sentence that names the file and every faulty field. */
export function parseDeclaration(text: string, file: string): Declaration {
  const fields = new Fields(file);
  const declaration = readDeclaration(fields, objectOf(text, file));
  fields.done();
  return declaration;
}

/** Reads and checks a published remote.json. */
export function parseRemoteManifest(text: string, file: string): RemoteManifest {
  const fields = new Fields(file);
  const data = objectOf(text, file);
  const declaration = readDeclaration(fields, data);
  const files = readFiles(fields, data.files);
  const bytes = fields.count(data.bytes, 'bytes');
  const ofScreens = Object.values(declaration.screens ?? {}).flatMap(({ preload }) => preload);
  for (const needed of [declaration.entry, ...(declaration.preload ?? []), ...ofScreens]) {
    if (needed !== '' && !Object.hasOwn(files, needed)) fields.fault('files', `must list ${needed}`);
  }
  const sizes = data.sizes === undefined ? {} : { sizes: readSizes(fields, data.sizes) };
  fields.done();
  return { ...declaration, files, bytes, ...sizes };
}

/** Reads and checks a shell-manifest.json. `files` may be absent in a build: publishing computes it. */
export function parseShellManifest(text: string, file: string): ShellManifest {
  const fields = new Fields(file);
  const data = objectOf(text, file);
  const version = fields.text(data.version, 'version', VERSION_RULE);
  const initial = fields.texts(data.initial, 'initial', FILE_RULE);
  const parts = data.parts === undefined ? {} : readParts(fields, data.parts);
  const files = data.files === undefined ? {} : readFiles(fields, data.files);
  fields.done();
  return { version, initial, parts, files };
}

function objectOf(text: string, file: string): Record<string, unknown> {
  const data = parseJson(text, file);
  if (!isRecord(data)) throw new PlainError(`${file} must hold a JSON object`);
  return data;
}

function readDeclaration(fields: Fields, data: Record<string, unknown>): Declaration {
  const preload = data.preload === undefined ? {} : { preload: fields.texts(data.preload, 'preload', FILE_RULE) };
  const screens = data.screens === undefined ? {} : { screens: readScreens(fields, data.screens) };
  return {
    name: fields.text(data.name, 'name', NAME_RULE),
    version: fields.text(data.version, 'version', VERSION_RULE),
    contract: fields.text(data.contract, 'contract', CONTRACT_RULE),
    container: fields.text(data.container, 'container', CONTAINER_RULE),
    entry: fields.text(data.entry, 'entry', FILE_RULE),
    expose: fields.text(data.expose, 'expose', EXPOSE_RULE),
    shared: fields.textMap(data.shared, 'shared'),
    locales: fields.texts(data.locales, 'locales', LOCALE_RULE),
    ...preload,
    ...screens,
  };
}

function readScreens(fields: Fields, value: unknown): Record<string, ScreenNeeds> {
  const screens = Object.entries(fields.object(value, 'screens')).map(([path, item]) => {
    const field = `screens.${path}`;
    const { preload, needs } = fields.object(item, field);
    const needed = {
      preload: fields.texts(preload, `${field}.preload`, FILE_RULE),
      needs: fields.texts(needs, `${field}.needs`),
    };
    return [path, needed] as const;
  });
  return Object.fromEntries(screens);
}

function readParts(fields: Fields, value: unknown): Record<string, string[]> {
  const parts = Object.entries(fields.object(value, 'parts'));
  return Object.fromEntries(parts.map(([part, scripts]) => [part, fields.texts(scripts, `parts.${part}`, FILE_RULE)]));
}

function readSizes(fields: Fields, value: unknown): Record<string, number> {
  const sizes = Object.entries(fields.object(value, 'sizes'));
  return Object.fromEntries(sizes.map(([path, size]) => [path, fields.count(size, `sizes.${path}`)]));
}

function readFiles(fields: Fields, value: unknown): FileHashes {
  const files = fields.textMap(value, 'files', INTEGRITY_RULE);
  for (const path of Object.keys(files)) {
    if (!FILE_RULE.pattern.test(path)) fields.fault(`files.${path}`, `must be ${FILE_RULE.says}`);
  }
  return files;
}
