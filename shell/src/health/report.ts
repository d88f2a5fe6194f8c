/** Web vitals, in milliseconds; CLS in thousandths. */
export type Vital = 'TTFB' | 'FCP' | 'LCP' | 'INP' | 'CLS';

/**
 * An event in the life of one version of a remote, sent once per page:
 * - `loaded`: it loaded, `value` milliseconds after the request;
 * - `failed`: it failed to load;
 * - `broke`: the first failure after it loaded;
 * - `error`: a further failure;
 * - a web vital of the page whose first screen it showed.
 *
 * Contains no text, URL or personal data.
 */
export interface HealthEvent {
  kind: 'loaded' | 'failed' | 'broke' | 'error' | Vital;
  /** `name@version` */
  remote: string;
  code?: string;
  /** An integer. */
  value?: number;
}

/** The body of `POST /telemetry`. */
export interface HealthReport {
  events: HealthEvent[];
}
