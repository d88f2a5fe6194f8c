import type { Brand } from './brand.ts';

/** What the gateway writes into the page (and answers at /config.json): all that differs between two hospitals. */
export interface RuntimeConfig {
  brand: Brand;
  /** Base path of the API, e.g. `/api`. */
  api: string;
  recorder: { url: string; authorizer: string; retention: 'drop' | 'keep' };
  demo: boolean;
  dev: boolean;
  /** Version of the shell that the page belongs to. */
  shell: string;
}
