import type { RuntimeConfig } from '../contract/runtime.ts';
import { isTimeZone } from '../contract/time/zone.ts';

let current: RuntimeConfig | undefined;
let zone: string | undefined;

/** Sets the configuration. The shell calls it once, before anything renders. */
export function setRuntimeConfig(config: RuntimeConfig): void {
  current = config;
  // A browser may know fewer zones than the gateway.
  zone = config.timeZone !== undefined && isTimeZone(config.timeZone) ? config.timeZone : undefined;
}

/** Returns what differs between two hospitals: brand, addresses, demo mode. @throws Error before the shell has set it */
export function runtimeConfig(): RuntimeConfig {
  if (!current) throw new Error('The runtime configuration has not been read yet');
  return current;
}

/** Returns the IANA name of the hospital's time zone; undefined where only the phone's is known. */
export const hospitalTimeZone = (): string | undefined => zone;
