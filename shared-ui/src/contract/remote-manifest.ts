import { type Fault, type FormOf, read, stopAtFirst } from './form.ts';
import { NAVIGATION_ENTRY, type NavigationEntry } from './navigation.ts';
import { alike, REMOTE_ROUTE, type RemoteRoute, routeAt } from './routes.ts';
import { CONTAINER, CONTRACT, EXPOSE, FILE, INTEGRITY, LOCALE, NAME, VERSION } from './rules.ts';

/** What a chunk needs besides the remote's first code. */
export interface ChunkNeeds {
  /** Its scripts. */
  preload: string[];
  /** Names of shared packages. */
  needs: string[];
}

/** What a build says about its remote (`remote.json`): what it is made of, what it needs and which paths are its own. */
export interface Declaration {
  name: string;
  version: string;
  /** The contract its expose keeps, e.g. `survey@1`. */
  contract: string;
  /** Global name under which the entry leaves its federation container. */
  container: string;
  /** Entry file, relative to remote.json. */
  entry: string;
  /** What the container exposes, e.g. `./survey`. */
  expose: string;
  /** Shared packages it takes from the host: name -> semver range. */
  shared: Record<string, string>;
  locales: string[];
  /** Files that the expose needs first; worth fetching before they are asked for. */
  preload?: string[];
  /** Shared packages that the expose needs at once; the host fetches its on-demand ones side by side with the entry. */
  needs?: string[];
  /** The paths that it shows. Absent in versions that were built before remotes declared theirs. */
  routes?: RemoteRoute[];
  navigation?: NavigationEntry[];
  /** Chunks that a route names -> what each needs. */
  chunks?: Record<string, ChunkNeeds>;
}

/** A published `remote.json`: the declaration, with what publishing adds. */
export interface RemoteManifest extends Declaration {
  /** Every published file: path relative to remote.json -> sha384. */
  files: Record<string, string>;
  /** Sum of the raw bytes of its scripts. */
  bytes: number;
  /** Raw bytes of the files: phones fetch large ones when they are needed. Absent where a remote was published without. */
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
    chunks: { kind: 'map', of: { kind: 'object', required: { preload: FILES, needs: TEXTS }, optional: {} } },
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

/** Tells of what no single field shows: routes that are claimed twice, chunks that are not there, links to elsewhere. */
export function checkDeclaration({ routes = [], navigation = [], chunks = {} }: Declaration, fault: Fault): void {
  const claimed = routes.map(({ path }) => alike(path));
  for (const [index, { preload }] of routes.entries()) {
    const here = `routes[${index}]`;
    if (claimed.indexOf(claimed[index] ?? '') < index) fault(`${here}.path`, 'is claimed twice');
    if (preload && !Object.hasOwn(chunks, preload)) fault(`${here}.preload`, 'must be one of its chunks');
  }
  for (const [index, { path }] of navigation.entries()) {
    if (!routeAt(path, routes)) fault(`navigation[${index}].path`, 'must lie on one of its routes');
  }
}

function checkFiles({ files, entry, preload = [], chunks = {} }: RemoteManifest, fault: Fault): void {
  for (const file of [entry, ...preload, ...Object.values(chunks).flatMap((chunk) => chunk.preload)]) {
    if (file !== '' && !Object.hasOwn(files, file)) fault('files', `must list ${file}`);
  }
}

/** The published manifest in a parsed JSON document. Every fault in it is told to `fault`; the first one throws without that. */
export function parseRemoteManifest(value: unknown, fault: Fault = stopAtFirst): RemoteManifest {
  const manifest = read<RemoteManifest>(REMOTE_MANIFEST, value, fault);
  checkDeclaration(manifest, fault);
  checkFiles(manifest, fault);
  return manifest;
}
