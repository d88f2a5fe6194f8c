import type { RouteObject } from 'react-router-dom';
import { type Fault, type FormOf, read, throwFault } from './form.ts';
import { PACKED_LANGUAGE, type PackedLanguage } from './languages/packed-language.ts';
import { NAVIGATION_ENTRY, type NavigationEntry } from './routes/navigation.ts';
import { alike, REMOTE_ROUTE, type RemoteRoute, routeAt } from './routes/routes.ts';
import { isObject, ShapeError } from './schema/check.ts';
import { CONTAINER, CONTRACT, EXPOSE, FILE, INTEGRITY, LINK, LOCALE, NAME, ORIGIN, VERSION } from './schema/rules.ts';

/** File with the prerendered parts of a build: a remote's screens, or the shell's frames around them. */
export const FIRST_SCREENS = 'first-screens.json';

/** What a chunk needs in addition to the remote's initial code. */
export interface ChunkNeeds {
  preload: string[];
  /** Names of shared packages. */
  needs: string[];
}

/** What a build declares about its remote (`remote.json`): its files, what it needs and which paths it owns. */
export interface Declaration {
  name: string;
  version: string;
  /** Contract that its expose implements, e.g. `survey@1`. */
  contract: string;
  /** Global name under which the entry stores its federation container. */
  container: string;
  /** Relative to remote.json. */
  entry: string;
  /** What the container exposes, e.g. `./survey`. */
  expose: string;
  /** Shared packages taken from the host: name -> semver range. */
  shared: Record<string, string>;
  locales: string[];
  /** Files that the expose needs first; worth prefetching. */
  preload?: string[];
  /**
   * Shared packages that the expose needs immediately; the host fetches its on-demand ones in parallel with the entry.
   */
  needs?: string[];
  /** Paths that it renders. Absent in versions built before remotes declared their paths. */
  routes?: RemoteRoute[];
  navigation?: NavigationEntry[];
  /** Origins that it calls besides the page's own; the gateway's operator approves them. */
  connect?: string[];
  /** Chunks named by routes -> what each needs. */
  chunks?: Record<string, ChunkNeeds>;
  /** Paths whose screens the build has rendered to HTML (`FIRST_SCREENS`): pages show it until their scripts have run. */
  prerender?: string[];
  /** The language of a language pack, whose entry is its file of texts. */
  language?: PackedLanguage;
}

/** A published `remote.json`: the declaration, plus what publishing adds. */
export interface RemoteManifest extends Declaration {
  /** Every published file: path relative to remote.json -> sha384. */
  files: Record<string, string>;
  /** Total raw bytes of its scripts. */
  bytes: number;
  /** Raw bytes of each file: phones fetch large ones on demand. Absent if the remote was published without sizes. */
  sizes?: Record<string, number>;
}

const TEXTS = { kind: 'list', of: { kind: 'text' } } as const;
const FILES = { kind: 'list', of: { kind: 'text', rule: FILE } } as const;

export const DECLARATION: FormOf<Declaration> = {
  kind: 'object',
  required: {
    name: { kind: 'text', rule: NAME },
    version: { kind: 'text', rule: VERSION },
    contract: { kind: 'text', rule: CONTRACT },
    container: { kind: 'text', rule: CONTAINER },
    entry: { kind: 'text', rule: FILE },
    expose: { kind: 'text', rule: EXPOSE },
    shared: { kind: 'map', of: { kind: 'text' } },
    locales: { kind: 'list', of: { kind: 'text', rule: LOCALE } },
  },
  optional: {
    preload: FILES,
    needs: TEXTS,
    routes: { kind: 'list', of: REMOTE_ROUTE },
    navigation: { kind: 'list', of: NAVIGATION_ENTRY },
    connect: { kind: 'list', of: { kind: 'text', rule: ORIGIN } },
    chunks: { kind: 'map', of: { kind: 'object', required: { preload: FILES, needs: TEXTS }, optional: {} } },
    prerender: { kind: 'list', of: { kind: 'text', rule: LINK } },
    language: PACKED_LANGUAGE,
  },
};

export const REMOTE_MANIFEST: FormOf<RemoteManifest> = {
  kind: 'object',
  required: {
    ...DECLARATION.required,
    files: { kind: 'map', of: { kind: 'text', rule: INTEGRITY }, keys: FILE },
    bytes: { kind: 'count' },
  },
  optional: { ...DECLARATION.optional, sizes: { kind: 'map', of: { kind: 'count' } } },
};

/**
 * Reports paths that can't be prerendered: those of others, and screens that only some people may see, which a build
 * can't render.
 */
function checkPrerender({ routes = [], prerender = [] }: Declaration, fault: Fault): void {
  for (const [index, path] of prerender.entries()) {
    const guard = routeAt(path, routes)?.guard;
    const says =
      guard === undefined
        ? 'must be the path of one of its routes'
        : guard === 'patient' || guard === 'staff'
          ? `must be a path that needs no sign-in, but its guard is "${guard}"`
          : undefined;
    if (says) fault(`prerender[${index}]`, says);
    else if (prerender.indexOf(path) < index) fault(`prerender[${index}]`, 'is listed twice');
  }
}

/** Reports faults that no single field shows: routes claimed twice, missing chunks, links to paths of others. */
export function checkDeclaration(declaration: Declaration, fault: Fault): void {
  const { routes = [], navigation = [], chunks = {} } = declaration;
  checkPrerender(declaration, fault);
  const claimed = routes.map(({ path }) => alike(path));
  for (const [index, { preload }] of routes.entries()) {
    const fieldPath = `routes[${index}]`;
    if (claimed.indexOf(claimed[index] ?? '') < index) fault(`${fieldPath}.path`, 'is claimed twice');
    if (preload && !Object.hasOwn(chunks, preload)) fault(`${fieldPath}.preload`, 'must be one of its chunks');
  }
  for (const [index, { path }] of navigation.entries()) {
    if (!routeAt(path, routes)) fault(`navigation[${index}].path`, 'must lie on one of its routes');
  }
}

function checkFiles(manifest: RemoteManifest, fault: Fault): void {
  const { files, entry, preload = [], chunks = {}, prerender = [] } = manifest;
  const screens = prerender.length > 0 ? [FIRST_SCREENS] : [];
  for (const file of [entry, ...preload, ...Object.values(chunks).flatMap((chunk) => chunk.preload), ...screens]) {
    if (file !== '' && !Object.hasOwn(files, file)) fault('files', `must list ${file}`);
  }
}

/**
 * Returns the published manifest in a parsed JSON document. Reports every fault to `fault`; by default, throws at the
 * first.
 */
export function parseRemoteManifest(value: unknown, fault: Fault = throwFault): RemoteManifest {
  const manifest = read<RemoteManifest>(REMOTE_MANIFEST, value, fault);
  checkDeclaration(manifest, fault);
  checkFiles(manifest, fault);
  return manifest;
}

/**
 * `feature@1`: what a remote with screens exposes as `./feature`. Route paths start at the root and are rendered inside
 * the shell's router, so that guards, frame and error boundaries apply. The remote's `remote.json` declares which paths
 * it owns and who may see them. Slots are named extras that the shell runs without knowing their content.
 */
export interface FeatureRemote {
  contract: 'feature@1';
  routes: RouteObject[];
  slots?: FeatureSlots;
}

export interface FeatureSlots {
  /**
   * Only in the remote that shows home: keeps the demo story playing while the app is open. Returns a function that
   * stops it.
   */
  story?: () => () => void;
}

/** Returns the module as a feature. @throws ShapeError that names what is missing */
export function checkFeature(module: unknown): FeatureRemote {
  if (!isObject(module)) throw new ShapeError('feature', 'must be an object');
  if (module.contract !== 'feature@1') throw new ShapeError('feature.contract', 'must be "feature@1"');
  if (!Array.isArray(module.routes)) throw new ShapeError('feature.routes', 'must be a list of routes');
  return module as unknown as FeatureRemote;
}
