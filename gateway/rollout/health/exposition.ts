import { boundsOf, type Counts, emptyCounts, type Histogram, totalOf, type VersionCounts } from './counts.ts';

/** Media type of Prometheus' text format. */
export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

type Labels = Record<string, string>;

const line = (name: string, labels: Labels, value: number): string => {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${text}"`);
  return `${name}{${pairs.join(',')}} ${value}`;
};

const head = (name: string, type: 'counter' | 'histogram', help: string): string[] => [
  `# HELP ${name} ${help}`,
  `# TYPE ${name} ${type}`,
];

function histogramLines(name: string, measure: string, labels: Labels, { buckets, sum }: Histogram): string[] {
  const bounds = boundsOf(measure);
  let below = 0;
  const lines = buckets.map((count, index) => {
    below += count;
    const bound = bounds[index];
    return line(`${name}_bucket`, { ...labels, le: bound === undefined ? '+Inf' : String(bound / 1000) }, below);
  });
  return [...lines, line(`${name}_sum`, labels, sum / 1000), line(`${name}_count`, labels, below)];
}

/** A metric: its name, help text and lines for one version. */
interface Metric {
  name: string;
  type: 'counter' | 'histogram';
  help: string;
  lines(name: string, labels: Labels, counts: VersionCounts): string[];
}

const byCode = (name: string, labels: Labels, numbers: Record<string, number>): string[] =>
  Object.entries(numbers).map(([code, count]) => line(name, { ...labels, code }, count));

const histogramOf =
  (measure: string) =>
  (name: string, labels: Labels, { times }: VersionCounts): string[] => {
    const histogram = times[measure];
    return histogram === undefined ? [] : histogramLines(name, measure, labels, histogram);
  };

const METRICS: Metric[] = [
  {
    name: 'lodestar_remote_pages_total',
    type: 'counter',
    help: 'Page loads that requested a version of a remote.',
    lines: (name, labels, counts) => [line(name, labels, totalOf(counts).pages)],
  },
  {
    name: 'lodestar_remote_loaded_total',
    type: 'counter',
    help: 'Page loads on which a version of a remote loaded.',
    lines: (name, labels, { loaded }) => [line(name, labels, loaded)],
  },
  {
    name: 'lodestar_remote_failed_total',
    type: 'counter',
    help: 'Page loads on which a version of a remote did not load, by code.',
    lines: (name, labels, { failed }) => byCode(name, labels, failed),
  },
  {
    name: 'lodestar_remote_errors_total',
    type: 'counter',
    help: 'Errors of a loaded version of a remote, by code, each at most once per page load.',
    lines: (name, labels, { errors }) => byCode(name, labels, errors),
  },
  {
    name: 'lodestar_remote_failing_pages_total',
    type: 'counter',
    help: 'Page loads on which a version of a remote failed to load or had an error.',
    lines: (name, labels, { failing }) => [line(name, labels, failing)],
  },
  {
    name: 'lodestar_remote_load_seconds',
    type: 'histogram',
    help: 'Time from the request for a version of a remote until it was ready.',
    lines: histogramOf('load'),
  },
  ...['TTFB', 'FCP', 'LCP', 'INP'].map(
    (vital): Metric => ({
      name: `lodestar_web_vital_${vital.toLowerCase()}_seconds`,
      type: 'histogram',
      help: `${vital} of pages that started with a screen of this version of a remote.`,
      lines: histogramOf(vital),
    }),
  ),
  {
    name: 'lodestar_web_vital_cls',
    type: 'histogram',
    help: 'CLS of pages that started with a screen of this version of a remote.',
    lines: histogramOf('CLS'),
  },
];

/**
 * Formats a gateway's counts in Prometheus' text format.
 * @param offered versions, as `name@version`, that pages get now; they are listed with 0 before the first report
 */
export function exposition(counts: Counts, offered: string[]): string {
  const remotes = [...new Set([...offered, ...Object.keys(counts)])].sort();
  const blocks = METRICS.map(({ name, type, help, lines }) => [
    ...head(name, type, help),
    ...remotes.flatMap((remote) => lines(name, { remote }, counts[remote] ?? emptyCounts())),
  ]);
  return `${blocks.flat().join('\n')}\n`;
}
