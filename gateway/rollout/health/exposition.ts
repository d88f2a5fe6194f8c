import { Counter, type Histogram, type Registry } from 'prom-client';
import {
  boundsOf,
  type Counts,
  emptyCounts,
  type Histogram as StoredHistogram,
  totalOf,
  type VersionCounts,
} from './counts.ts';

interface CounterMetric {
  name: string;
  help: string;
  /** Returns the number of a version, or its numbers by code. */
  count(counts: VersionCounts): number | Record<string, number>;
}

const COUNTERS: CounterMetric[] = [
  {
    name: 'lodestar_remote_pages_total',
    help: 'Page loads that requested a version of a remote.',
    count: (counts) => totalOf(counts).pages,
  },
  {
    name: 'lodestar_remote_loaded_total',
    help: 'Page loads on which a version of a remote loaded.',
    count: ({ loaded }) => loaded,
  },
  {
    name: 'lodestar_remote_failed_total',
    help: 'Page loads on which a version of a remote did not load, by code.',
    count: ({ failed }) => failed,
  },
  {
    name: 'lodestar_remote_errors_total',
    help: 'Errors of a loaded version of a remote, by code, each at most once per page load.',
    count: ({ errors }) => errors,
  },
  {
    name: 'lodestar_remote_failing_pages_total',
    help: 'Page loads on which a version of a remote failed to load or had an error.',
    count: ({ failing }) => failing,
  },
];

const HISTOGRAMS: { name: string; help: string; measure: string }[] = [
  {
    name: 'lodestar_remote_load_seconds',
    help: 'Time from the request for a version of a remote until it was ready.',
    measure: 'load',
  },
  ...['TTFB', 'FCP', 'LCP', 'INP'].map((vital) => ({
    name: `lodestar_web_vital_${vital.toLowerCase()}_seconds`,
    help: `${vital} of pages that started with a screen of this version of a remote.`,
    measure: vital,
  })),
  {
    name: 'lodestar_web_vital_cls',
    help: 'CLS of pages that started with a screen of this version of a remote.',
    measure: 'CLS',
  },
];

/** Returns the values of a histogram that was counted before, as prom-client returns its own. */
function valuesOf(name: string, measure: string, remote: string, { buckets, sum }: StoredHistogram) {
  const bounds = boundsOf(measure).map((bound) => bound / 1000);
  let below = 0;
  const values = buckets.map((count, index) => {
    below += count;
    return { metricName: `${name}_bucket`, labels: { remote, le: bounds[index] ?? '+Inf' }, value: below };
  });
  return [
    ...values,
    { metricName: `${name}_sum`, labels: { remote }, value: sum / 1000 },
    { metricName: `${name}_count`, labels: { remote }, value: below },
  ];
}

/** What a gateway has counted, and the versions, as `name@version`, that pages get now: they are listed with 0, too. */
interface Counted {
  counts: Counts;
  offered: string[];
}

/** Adds the counts of remotes to a process's metrics, which are read whenever the metrics are. */
export function exposeCounts(registry: Registry, read: () => Promise<Counted>): void {
  const readAll = async () => {
    const { counts, offered } = await read();
    const remotes = [...new Set([...offered, ...Object.keys(counts)])].sort();
    return remotes.map((remote) => [remote, counts[remote] ?? emptyCounts()] as const);
  };
  for (const { name, help, count } of COUNTERS) {
    new Counter({
      ...{ name, help, labelNames: ['remote', 'code'], registers: [registry] },
      async collect() {
        this.reset();
        for (const [remote, version] of await readAll()) {
          const value = count(version);
          if (typeof value === 'number') this.inc({ remote }, value);
          else for (const [code, number] of Object.entries(value)) this.inc({ remote, code }, number);
        }
      },
    });
  }
  for (const { name, help, measure } of HISTOGRAMS) {
    // A histogram of prom-client can only count by itself; the registry asks for no more than this.
    const get = async () => {
      const values = (await readAll()).flatMap(([remote, { times }]) => {
        const stored = times[measure];
        return stored === undefined ? [] : valuesOf(name, measure, remote, stored);
      });
      return { name, help, type: 'histogram', values };
    };
    registry.registerMetric({ name, get } as unknown as Histogram);
  }
}
