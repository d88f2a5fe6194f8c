import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type FormOf, read } from 'shared-ui/contract/documents';
import { readTextIfThere, replaceFile } from '../../common/disk.ts';
import { type Counts, type Histogram, mergeCounts, type Tally, type VersionCounts } from './counts.ts';

/** A gateway's counts, as stored in its file. */
interface HealthFile {
  schema: 1;
  versions: Counts;
}

const TALLY: FormOf<Tally> = {
  kind: 'object',
  required: { pages: { kind: 'count' }, failing: { kind: 'count' } },
  optional: {},
};

const HISTOGRAM: FormOf<Histogram> = {
  kind: 'object',
  required: { buckets: { kind: 'list', of: { kind: 'count' } }, sum: { kind: 'count' } },
  optional: {},
};

const VERSION_COUNTS: FormOf<VersionCounts> = {
  kind: 'object',
  required: {
    loaded: { kind: 'count' },
    failed: { kind: 'map', of: { kind: 'count' } },
    errors: { kind: 'map', of: { kind: 'count' } },
    failing: { kind: 'count' },
    minutes: { kind: 'map', of: TALLY },
    times: { kind: 'map', of: HISTOGRAM },
  },
  optional: {},
};

const HEALTH_FILE: FormOf<HealthFile> = {
  kind: 'object',
  required: { schema: { kind: 'choice', of: [1] }, versions: { kind: 'map', of: VERSION_COUNTS } },
  optional: {},
};

/** Returns the folder in which the gateways of a deploy root store their counts. */
export const healthFolder = (root: string): string => join(root, 'health');

export const healthFile = (root: string, gateway: string): string => join(healthFolder(root), `${gateway}.json`);

/** Returns a gateway's stored counts. A missing or damaged file counts as empty: new reports replace the old ones. */
export async function readCounts(root: string, gateway: string): Promise<Counts> {
  const text = await readTextIfThere(healthFile(root, gateway));
  if (text === undefined) return {};
  try {
    const { versions } = read<HealthFile>(HEALTH_FILE, JSON.parse(text), (path, says) => {
      throw new Error(`"${path}" ${says}`);
    });
    return versions;
  } catch {
    return {};
  }
}

/** Replaces a gateway's file atomically. */
export async function writeCounts(root: string, gateway: string, versions: Counts): Promise<void> {
  await mkdir(healthFolder(root), { recursive: true });
  const file: HealthFile = { schema: 1, versions };
  await replaceFile(healthFile(root, gateway), `${JSON.stringify(file)}\n`);
}

/** Returns the sum of all counts that the gateways of a deploy root have stored. */
export async function readAllCounts(root: string): Promise<Counts> {
  const names = await readdir(healthFolder(root)).catch(() => []);
  const gateways = names.filter((name) => name.endsWith('.json')).map((name) => name.slice(0, -'.json'.length));
  const counts = await Promise.all(gateways.map((gateway) => readCounts(root, gateway)));
  return counts.reduce(mergeCounts, {});
}
