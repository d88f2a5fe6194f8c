import type { RuntimeConfig } from '../contract/runtime.ts';

let current: RuntimeConfig | undefined;

/** Sets the configuration. The shell calls it once, before anything renders. */
export function setRuntimeConfig(config: RuntimeConfig): void {
  current = config;
}

/** Returns what differs between two hospitals: brand, addresses, demo mode. @throws Error before the shell has set it */
export function runtimeConfig(): RuntimeConfig {
  if (!current) throw new Error('The runtime configuration has not been read yet');
  return current;
}
