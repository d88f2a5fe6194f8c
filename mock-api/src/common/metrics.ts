import { Gauge, type Registry } from 'prom-client';

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
