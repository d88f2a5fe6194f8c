import { LANGUAGES, type Language, OFFERED, PSEUDO_LANGUAGES } from '../contract/languages/languages.ts';
import type { RuntimeConfig } from '../contract/runtime.ts';
import { isTimeZone } from '../contract/time/zone.ts';

let current: RuntimeConfig | undefined;
/** Undefined until a time is first shown: a screen that is rendered at the build can't know it. Null: no known zone. */
let zone: string | null | undefined;

/** Sets the configuration. The shell calls it once, before anything renders. */
export function setRuntimeConfig(config: RuntimeConfig): void {
  current = config;
  zone = undefined;
}

/** Returns what differs between two hospitals: brand, addresses, demo mode. @throws Error before the shell has set it */
export function runtimeConfig(): RuntimeConfig {
  if (!current) throw new Error('The runtime configuration has not been read yet');
  return current;
}

/** Returns whether this is a hospital's own installation. False at the build, where screens can't depend on it. */
export const isProduction = (): boolean => current !== undefined && 'demo' in current && !current.demo;

/**
 * Returns the languages that people may choose here; in development, also those for tests. Before the shell has set the
 * configuration: all that have texts.
 */
export const offeredLanguages = (): readonly Language[] => [
  ...(current?.languages ?? OFFERED),
  ...(current?.dev ? PSEUDO_LANGUAGES : []),
];

/** Returns whether a computer translated a language's texts, and nobody has checked them yet. */
export const isMachineTranslated = (language: Language): boolean =>
  LANGUAGES[language].state === 'machine' && !current?.reviewedByPack?.includes(language);

/** Returns whether the shell has set the configuration. */
export const isConfigured = (): boolean => current !== undefined;

/** Returns the IANA name of the hospital's time zone; undefined where only the phone's is known. */
export function hospitalTimeZone(): string | undefined {
  if (zone === undefined) {
    const timeZone = current?.timeZone;
    // A browser may know fewer zones than the gateway.
    zone = timeZone !== undefined && isTimeZone(timeZone) ? timeZone : null;
  }
  return zone ?? undefined;
}
