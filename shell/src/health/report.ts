/** Web vitals: in milliseconds, CLS in thousandths. */
export type Vital = 'TTFB' | 'FCP' | 'LCP' | 'INP' | 'CLS';

/**
 * What a page has seen of one version of a remote, once a page each:
 * - `loaded`: it came, `value` milliseconds after it was asked for;
 * - `failed`: it did not come;
 * - `broke`: it came, and this is the first that went wrong with it after that;
 * - `error`: something else went wrong with it;
 * - a web vital of the page whose first screen it showed.
 *
 * Nothing else crosses: no text, no address, no person.
 */
export interface HealthEvent {
  kind: 'loaded' | 'failed' | 'broke' | 'error' | Vital;
  /** `name@version` */
  remote: string;
  code?: string;
  /** A whole number. */
  value?: number;
}

/** The body of `POST /telemetry`. */
export interface HealthReport {
  events: HealthEvent[];
}
