/** What is made of the loads that Lighthouse recorded: medians with intervals, and verdicts. */
import { pairedDifference, type Summary, summaryOf } from '../statistics.ts';
import { table, type Verdict } from '../verdicts.ts';

/** Metrics behind the performance score, by Lighthouse's name. Times are in milliseconds. */
export const METRICS = {
  'first-contentful-paint': 'First paint (ms)',
  'largest-contentful-paint': 'Largest paint (ms)',
  'total-blocking-time': 'Blocked (ms)',
  'cumulative-layout-shift': 'Layout shift',
} as const;
export type Metric = keyof typeof METRICS;

/** Scores are from 0 to 100. */
export interface Load {
  scores: { Performance: number; Accessibility: number; 'Best Practices': number };
  metrics: Record<Metric, number>;
}

/** Maximum blocking time, and minimum scores, of each screen. The scores that are no matter of speed have no spread. */
const LONGEST_BLOCKED_MS = 150;
const AIMS = { Performance: 95, Accessibility: 100, 'Best Practices': 100 } as const;

const METRIC_NAMES = Object.keys(METRICS) as Metric[];

const digits = (metric: Metric | undefined) => (metric === 'cumulative-layout-shift' ? 3 : 0);

const shown = ({ median, low, high }: Summary, metric?: Metric): string => {
  const [middle, from, to] = [median, low, high].map((value) => value.toFixed(digits(metric)));
  return `${middle} (${from} to ${to})`;
};

/** Values of one figure in all loads. */
const scoresOf = (loads: readonly Load[]) => loads.map(({ scores }) => scores.Performance);
const valuesOf = (loads: readonly Load[], metric: Metric) => loads.map(({ metrics }) => metrics[metric]);

/** Loads of one screen by this build and, with `against`, by the other one, measured in turn. */
export interface Measured {
  applied: Load[][];
  simulated: Load[][];
}

/** Formats the figures of one screen: medians with their intervals, and paired differences from the other build. */
export function loadsReport(screen: string, { applied, simulated }: Measured, against?: string): string {
  const row = (title: string, values: (loads: readonly Load[]) => number[], metric?: Metric) => {
    const [own = [], other = []] = applied.map(values);
    const beside = shown(summaryOf(values(simulated[0] ?? [])), metric);
    const paired =
      against === undefined ? [] : [shown(summaryOf(other), metric), shown(pairedDifference(own, other), metric)];
    return [title, shown(summaryOf(own), metric), ...paired, beside];
  };
  const compared = against === undefined ? [] : [against, 'difference'];
  return table(
    `Lighthouse, ${screen}: medians of ${applied[0]?.length} (interval that has the true median with 95 %, by the sign test)`,
    ['', 'applied', ...compared, 'simulated'],
    [
      row('Performance', scoresOf),
      ...METRIC_NAMES.map((metric) => row(METRICS[metric], (loads) => valuesOf(loads, metric), metric)),
    ],
  );
}

/** Returns the aims of one screen. On a machine that is too slow, none that depends on speed is judged. */
export function judgeLoads(
  screen: string,
  { applied }: Measured,
  { canJudge }: { canJudge: boolean },
  against?: string,
): Verdict[] {
  const [own = [], other = []] = applied;
  const bySpeed = (aim: string, found: string, ok: boolean): Verdict => ({
    aim: `Lighthouse, ${screen}: ${aim}`,
    found,
    ok: canJudge ? ok : undefined,
  });
  const fixed = (['Accessibility', 'Best Practices'] as const).map((title) => {
    const lowest = Math.min(...own.map(({ scores }) => scores[title]));
    return { aim: `Lighthouse, ${screen}: ${title} >= ${AIMS[title]}`, found: `${lowest}`, ok: lowest >= AIMS[title] };
  });
  const score = summaryOf(scoresOf(own)).median;
  const blocked = summaryOf(valuesOf(own, 'total-blocking-time')).median;
  const verdicts = [
    bySpeed(`Performance >= ${AIMS.Performance}`, `${score}`, score >= AIMS.Performance),
    bySpeed(`blocked for <= ${LONGEST_BLOCKED_MS} ms`, `${blocked.toFixed(0)} ms`, blocked <= LONGEST_BLOCKED_MS),
    ...fixed,
  ];
  if (against === undefined) return verdicts;
  const metric = 'largest-contentful-paint';
  const difference = pairedDifference(valuesOf(own, metric), valuesOf(other, metric));
  const slower = bySpeed(`largest paint not later than ${against}`, `${shown(difference)} ms`, difference.low <= 0);
  return [...verdicts, slower];
}
