import type { FolderFiles } from 'server-kit/disk';
import { isRecord } from 'server-kit/fields';
import type { Declaration } from 'shared-ui/contract';

/** Written by the federation plugin, for tools that don't know remote.json. */
export const FEDERATION_MANIFEST = 'mf-manifest.json';

/** The part of a federation manifest that the gate reads. */
interface Read {
  entry: string;
  container: unknown;
  exposes: unknown[];
  /** Scripts of the exposed modules. */
  scripts: string[];
  /** Type files of the exposed modules; empty for a build without types. */
  types: string[];
}

type FederationManifest = Read | 'absent' | 'broken';

const record = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {});
const names = (values: unknown[]): string[] =>
  values.filter((value): value is string => typeof value === 'string' && value !== '');

function scriptsOf(expose: unknown): string[] {
  const { sync, async: later } = record(record(record(expose).assets).js);
  return names([sync, later].flat());
}

/** Reads a build's federation manifest, if it exists and has the form that tools expect. */
export function federationManifest(files: FolderFiles): FederationManifest {
  const text = files.get(FEDERATION_MANIFEST)?.toString();
  if (text === undefined) return 'absent';
  try {
    const { metaData, exposes } = record(JSON.parse(text));
    if (!isRecord(metaData) || !Array.isArray(exposes)) return 'broken';
    const { path = '', name = '' } = record(metaData.remoteEntry);
    const { zip, api } = record(metaData.types);
    return {
      entry: `${path}${name}`,
      container: metaData.globalName,
      exposes: exposes.map((expose) => record(expose).path),
      scripts: exposes.flatMap(scriptsOf),
      types: names([zip, api]),
    };
  } catch {
    return 'broken';
  }
}

/** Returns how a federation manifest differs from remote.json: tools would load something other than pages do. */
export function disagreements(manifest: FederationManifest, { entry, container, expose }: Declaration): string[] {
  if (manifest === 'absent') return [];
  if (manifest === 'broken') return [`${FEDERATION_MANIFEST} can't be read: build again`];
  const problem = (what: string, here: unknown, there: string) =>
    `${FEDERATION_MANIFEST} has the ${what} ${here}, but remote.json has ${there}: build again`;
  return [
    ...(manifest.entry === entry ? [] : [problem('entry', manifest.entry, entry)]),
    ...(manifest.container === container ? [] : [problem('container', manifest.container, container)]),
    ...(manifest.exposes.includes(expose) ? [] : [problem('exposed module', manifest.exposes.join(', '), expose)]),
  ];
}
