/** Compares the metrics that alerts and dashboards name with those that processes have. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPO } from 'server-kit/paths';

const FOLDER = join(REPO, 'docs/deploy/monitoring');

/** A metric in a PromQL expression. */
interface Named {
  name: string;
  /** Labels in braces: each with the value that it must have, or undefined if others are allowed. */
  labels: Record<string, string | undefined>;
  jobs: RegExp;
  /** Labels by which the expression groups. */
  groups: string[];
  file: string;
}

/** Labels that Prometheus adds, and those whose values depend on the requests so far. */
const ADDED = ['job', 'instance'];
const OPEN_VALUES = ['status', 'route', 'method'];

function stringsIn(value: unknown, key: string): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    name === key && typeof inner === 'string' ? [inner] : stringsIn(inner, key),
  );
}

function expressionsIn(file: string): string[] {
  const text = readFileSync(join(FOLDER, file), 'utf8');
  if (!file.endsWith('.json'))
    return [...text.matchAll(/^ {8}expr: \|\n((?: {10}.*\n)+)/gm)].map(([, lines = '']) => lines);
  const dashboard: unknown = JSON.parse(text);
  const isQuery = (query: string) => query.includes('lodestar_');
  return [...stringsIn(dashboard, 'expr'), ...stringsIn(dashboard, 'query').filter(isQuery)];
}

function metricsIn(expression: string, file: string): Named[] {
  const made = [...expression.matchAll(/label_replace\([^"]*?"(\w+)"|\}\[\w+\]\), "(\w+)"/g)].map(
    ([, first, second]) => first ?? second,
  );
  const groups = [...expression.matchAll(/by \(([^)]*)\)/g)]
    .flatMap(([, list = '']) => list.split(/,\s*/))
    .filter((label) => !ADDED.includes(label) && !made.includes(label));
  const found = expression.matchAll(/\b((?:lodestar|process|nodejs)_\w+)\b(?!:)(?:\{([^}]*)\})?/g);
  return [...found].map(([, name = '', selector = '']) => {
    const matchers = [...selector.matchAll(/(\w+)(=~|!~|!=|=)"([^"]*)"/g)];
    const job = matchers.find(([, label]) => label === 'job')?.[3];
    assert.ok(job, `${file}: ${name} has no job`);
    const labels = matchers
      .filter(([, label = '']) => !ADDED.includes(label))
      .map(([, label = '', operator, value]) => [label, operator === '=' ? value : undefined]);
    return { name, labels: Object.fromEntries(labels), jobs: new RegExp(`^(${job})$`), groups, file };
  });
}

/** Returns the labels of each sample of a metric. */
function samplesOf(exposition: string, name: string): Record<string, string>[] {
  const lines = exposition.split('\n').filter((line) => line.startsWith(`${name} `) || line.startsWith(`${name}{`));
  return lines.map((line) =>
    Object.fromEntries([...line.matchAll(/(\w+)="([^"]*)"/g)].map(([, label, value]) => [label, value])),
  );
}

const isSampled = (exposition: string, { name, labels, groups }: Named): boolean =>
  samplesOf(exposition, name).some(
    (sample) =>
      groups.every((label) => label in sample) &&
      Object.entries(labels).every(
        ([label, value]) =>
          label in sample && (value === undefined || OPEN_VALUES.includes(label) || sample[label] === value),
      ),
  );

/**
 * Asserts that a process has every metric, with its labels, that alerts and dashboards use of its job.
 * @param exposition the process's metrics, once it has answered a request
 */
export function assertMetricsExist(job: string, exposition: string): void {
  const files = globSync(['alerts.yml', 'dashboard-*.json'], { cwd: FOLDER });
  const named = files.flatMap((file) => expressionsIn(file).flatMap((expression) => metricsIn(expression, file)));
  const own = named.filter(({ jobs }) => jobs.test(job));
  assert.ok(own.length > 0, `no metric of ${job} is used`);
  const absent = own.filter((metric) => !isSampled(exposition, metric));
  assert.deepEqual(absent, []);
}

/** Returns the alerts of which no test shows that they fire and, later, that they end. */
export function alertsWithoutTest(): string[] {
  const read = (file: string) => readFileSync(join(FOLDER, file), 'utf8');
  const tests = globSync('alerts-end*.test.yml', { cwd: FOLDER }).flatMap((file) => read(file).split('  - name: '));
  const isTested = (alert: string) =>
    tests.some((text) => {
      const fires = text.indexOf(`alertname="${alert}",alertstate="firing"}`);
      return fires >= 0 && /value: 1 \}\] \}\n.*exp_samples: \[\] \}/.test(text.slice(fires));
    });
  const alerts = [...read('alerts.yml').matchAll(/- alert: (\w+)/g)].map(([, alert = '']) => alert);
  assert.ok(alerts.length > 0);
  return alerts.filter((alert) => !isTested(alert));
}
