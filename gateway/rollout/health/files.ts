import { mkdir, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readTextIfThere, replaceFile } from 'server-kit/disk';
import { readDocument } from 'server-kit/fields';
import type { Form, FormOf } from 'shared-ui/contract/documents';
import {
  type Counts,
  type Histogram,
  mergeCounts,
  mergeSeries,
  type Series,
  type Slot,
  type Tally,
  type VersionCounts,
} from './counts.ts';

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

interface SeriesFile {
  schema: 1;
  versions: Series;
}

const SLOT: FormOf<Slot> = {
  kind: 'object',
  required: { ...TALLY.required, times: { kind: 'map', of: HISTOGRAM } },
  optional: {},
};

const SERIES_FILE: FormOf<SeriesFile> = {
  kind: 'object',
  required: {
    schema: { kind: 'choice', of: [1] },
    versions: { kind: 'map', of: { kind: 'map', of: SLOT } },
  },
  optional: {},
};

/** Returns the folder in which the gateways of a deploy root store their counts. */
export const healthFolder = (root: string): string => join(root, 'health');

export const healthFile = (root: string, gateway: string): string => join(healthFolder(root), `${gateway}.json`);

/** Separate from the counts, which gateways of the previous version read too. */
const seriesFolder = (root: string): string => join(healthFolder(root), 'series');

const seriesFile = (root: string, gateway: string): string => join(seriesFolder(root), `${gateway}.json`);

async function readVersions<T extends object>(file: string, form: Form): Promise<T | undefined> {
  const text = await readTextIfThere(file);
  if (text === undefined) return undefined;
  try {
    return readDocument<{ versions: T }>(text, file, form).versions;
  } catch {
    // Damaged: new reports replace the old ones.
    return undefined;
  }
}

async function replaceVersions(file: string, versions: Counts | Series): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await replaceFile(file, `${JSON.stringify({ schema: 1, versions })}\n`);
}

/** Returns the names of the gateways that have a file in a folder. */
async function gatewaysIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => name.endsWith('.json')).map((name) => name.slice(0, -'.json'.length));
}

/** Returns a gateway's stored counts. A missing or damaged file counts as empty. */
export const readCounts = async (root: string, gateway: string): Promise<Counts> =>
  (await readVersions<Counts>(healthFile(root, gateway), HEALTH_FILE)) ?? {};

export const writeCounts = (root: string, gateway: string, versions: Counts): Promise<void> =>
  replaceVersions(healthFile(root, gateway), versions);

/** Returns the sum of all counts that the gateways of a deploy root have stored. */
export async function readAllCounts(root: string): Promise<Counts> {
  const gateways = await gatewaysIn(healthFolder(root));
  const counts = await Promise.all(gateways.map((gateway) => readCounts(root, gateway)));
  return counts.reduce(mergeCounts, {});
}

/** Returns a gateway's stored series. A missing or damaged file counts as empty. */
export const readSeries = async (root: string, gateway: string): Promise<Series> =>
  (await readVersions<Series>(seriesFile(root, gateway), SERIES_FILE)) ?? {};

export const writeSeries = (root: string, gateway: string, versions: Series): Promise<void> =>
  replaceVersions(seriesFile(root, gateway), versions);

/** Returns the sum of all series that the gateways of a deploy root have stored. */
export async function readAllSeries(root: string): Promise<Series> {
  const gateways = await gatewaysIn(seriesFolder(root));
  const series = await Promise.all(gateways.map((gateway) => readSeries(root, gateway)));
  return series.reduce(mergeSeries, {});
}
