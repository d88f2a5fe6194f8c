import { Gauge, type Registry } from 'prom-client';
import { SECOND } from './clock.ts';

interface Metric<Label extends string> {
  name: string;
  help: string;
  labelNames?: readonly Label[];
}

/**
 * Adds a gauge that is read when metrics are. Without the database it has no value, and other metrics are still served.
 * @param read sets the gauge's values
 */
export function addGauge<Label extends string>(
  registry: Registry,
  metric: Metric<Label>,
  read: (gauge: Gauge<Label>) => void | Promise<void>,
): void {
  new Gauge<Label>({
    ...metric,
    registers: [registry],
    async collect() {
      try {
        await read(this);
      } catch {
        this.reset();
        if (!metric.labelNames) this.remove();
      }
    },
  });
}

/** Sets a gauge to a time in seconds since 1970; 0 for undefined or '': never. */
export function setMoment(gauge: Gauge, time: string | null | undefined): void {
  gauge.set(time ? Date.parse(time) / SECOND : 0);
}

/** Sets a gauge to the age of a time in seconds; 0 for undefined. */
export function setAge(gauge: Gauge, time: string | undefined): void {
  gauge.set(time === undefined ? 0 : Math.max(0, Date.now() - Date.parse(time)) / SECOND);
}

/** What a database remembers of its backups, and the metric of each. */
const BACKUPS = [
  ['backup', { name: 'lodestar_backup_timestamp_seconds', help: 'When the database was last backed up; 0: never.' }],
  [
    'restore-test',
    { name: 'lodestar_restore_test_timestamp_seconds', help: 'When a backup was last restored to try it; 0: never.' },
  ],
] as const;

/** @param read returns when something was last done, as ISO 8601 */
export function measureBackups(
  registry: Registry,
  read: (name: (typeof BACKUPS)[number][0]) => Promise<string | undefined>,
): void {
  for (const [name, metric] of BACKUPS) addGauge(registry, metric, async (gauge) => setMoment(gauge, await read(name)));
}
