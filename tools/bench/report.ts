import type { AlikeTimes } from './alike.ts';
import type { ApiFigures } from './api.ts';
import { kB, RIVALS, total, type Verdict } from './budgets.ts';
import { KINDS } from './builds.ts';
import type { Bytes, RemoteSizes } from './bytes.ts';
import { CONNECTIONS, ENTRY_METHODS, type Isolation, PLACES } from './page/isolation.ts';
import type { LighthouseFigures } from './page/lighthouse.ts';
import { SCREENS } from './page/screens.ts';
import type { Scrolled } from './page/scrolling.ts';
import type { Timed } from './page/times.ts';
import { differences, quartiles } from './statistics.ts';

type Cell = string | number;

/** Formats a table whose columns are as wide as their longest cell: the first has text, the others numbers. */
function table(title: string, head: string[], rows: Cell[][]): string {
  const lines = [head, ...rows.map((row) => row.map(String))];
  const widths = head.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const draw = (line: string[]) =>
    line
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  ')
      .trimEnd();
  return [`\n${title}`, ...lines.map((line) => `  ${draw(line)}`)].join('\n');
}

export function bytesReport(bytes: Bytes, remotes: RemoteSizes[]): string {
  const screens = SCREENS.map(({ name, path }) => {
    const rows = KINDS.flatMap((kind) => {
      const parts = bytes[kind][name];
      const sum = { part: 'together', files: parts.reduce((count, { files }) => count + files, 0), ...total(parts) };
      return [...parts, sum].map(({ part, files, raw, gzip, brotli, transferred }) => [
        `${kind}: ${part}`,
        files,
        kB(raw),
        kB(gzip),
        kB(brotli),
        kB(transferred),
      ]);
    });
    const head = ['', 'files', 'raw', 'gzip', 'brotli', 'over the wire'];
    return table(`JavaScript to ${name} (${path})`, head, rows);
  });
  const rows = remotes.map(({ name, first, all }) => [
    name,
    kB(first.gzip),
    kB(first.brotli),
    kB(all.gzip),
    kB(all.brotli),
  ]);
  const head = ['', 'first: gzip', 'brotli', 'all: gzip', 'brotli'];
  return [...screens, table("Each remote's own JavaScript", head, rows)].join('\n');
}

const ms = (value: number) => `${Math.round(value)} ms`;

export function timesReport({ times, lost }: Timed): string {
  const screens = SCREENS.map(({ name }) => {
    const rows: Cell[][] = KINDS.map((kind) => {
      const { lower, median, upper } = quartiles(times[name][kind]);
      return [kind, ms(lower), ms(median), ms(upper)];
    });
    for (const rival of RIVALS) {
      const pairs = differences(times[name].federated, times[name][rival]);
      const { lower, median, upper } = quartiles(pairs);
      rows.push([`federated - ${rival}, paired`, ms(lower), ms(median), ms(upper)]);
    }
    const loads = times[name].federated.length;
    const title = `Time until the heading of ${name} is painted, ${loads} loads each (150 ms, 1.6 Mbps, CPU / 4)`;
    return table(title, ['', 'quartile', 'median', 'quartile'], rows);
  });
  const repeated = `\nLoads that painted nothing within a minute and were made again: ${lost.join(', ') || 'none'}`;
  return [...screens, repeated].join('\n');
}

export function isolationReport({ times, more }: Isolation): string {
  const row = (what: string, values: number[]): Cell[] => {
    const { lower, median, upper } = quartiles(values);
    return [what, ms(lower), ms(median), ms(upper)];
  };
  const tables = CONNECTIONS.flatMap((connection) =>
    ENTRY_METHODS.map((method) => {
      const { [method]: places } = times[connection];
      const rows = [
        ...PLACES.map((place) => row(`in the ${place}`, places[place])),
        row('frame - page, paired', differences(places.frame, places.page)),
      ];
      const title = `Time until a survey is painted, by ${method}, ${connection}, ${places.frame.length} loads each`;
      return table(title, ['', 'quartile', 'median', 'quartile'], rows);
    }),
  );
  const files = Object.entries(more).map(([path, bytes]) => [path, kB(bytes)]);
  return [...tables, table('What only the frame needs', ['', 'over the wire'], files)].join('\n');
}

export function scrollingReport({ what, events, speed, framesPerSecond, atRest, longest, elements }: Scrolled): string {
  return table(
    `Scrolling ${events} ${what}: at the start, in the middle and at the end (CPU / 4)`,
    ['', ''],
    [
      ['pixels a second', speed],
      ['frames a second', framesPerSecond.toFixed(1)],
      ['frames a second at rest', atRest.toFixed(1)],
      ['longest time between two frames', ms(longest)],
      ['elements at most', elements],
    ],
  );
}

export function apiReport(figures: ApiFigures[]): string {
  const rows = figures.map(({ call, requestsPerSecond, p50, p99, failed }) => [
    call,
    Math.round(requestsPerSecond),
    ms(p50),
    ms(p99),
    failed,
  ]);
  return table('API, one process, 10 connections', ['', 'requests/s', 'median', 'p99', 'failed'], rows);
}

export function alikeReport(times: AlikeTimes[]): string {
  const rows = times.flatMap(({ call, known, unknown }) =>
    (
      [
        ['with an account', known],
        ['without', unknown],
      ] as const
    ).map(([who, taken]) => {
      const { lower, median, upper } = quartiles(taken);
      return [`${call}, ${who}`, ...[lower, median, upper].map((value) => `${value.toFixed(2)} ms`)];
    }),
  );
  const pairs = times[0]?.known.length ?? 0;
  return table(
    `Answers that must not tell who has an account, ${pairs} interleaved pairs`,
    ['', 'quartile', 'median', 'quartile'],
    rows,
  );
}

export function lighthouseReport(figures: LighthouseFigures[]): string {
  const rows = ({ scores, metrics, loads }: LighthouseFigures) =>
    Object.entries({ ...scores, ...metrics, 'Performance in each load': loads.join(', ') });
  return figures.map((all) => table(`Lighthouse, ${all.screen}`, ['', ''], rows(all))).join('\n');
}

export function verdictsReport(verdicts: Verdict[]): string {
  const rows = verdicts.map(({ aim, found, ok }) => [aim, found, ok ? 'ok' : 'MISSED']);
  return table('Aims', ['', 'found', ''], rows);
}
