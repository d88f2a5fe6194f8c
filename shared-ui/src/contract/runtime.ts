import type { Brand } from './brand.ts';

/** What the gateway writes into the page (and answers at /config.json): all that differs between two hospitals. */
export interface RuntimeConfig {
  brand: Brand;
  /** Base path of the API, e.g. `/api`. */
  api: string;
  recorder: { url: string; authorizer: string; retention: 'drop' | 'keep' };
  demo: boolean;
  /** `approved`: invited people with an email address of any other domain are reviewed first. `any` where it is absent. */
  invitedDomains?: 'approved' | 'any';
  dev: boolean;
  /** Dial codes of the countries that the hospital texts, without the plus sign; all countries if absent. */
  textCountries?: readonly string[];
  /** Version of the shell that the page belongs to. */
  shell: string;
}
