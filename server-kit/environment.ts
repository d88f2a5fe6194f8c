/**
 * Reads environment variables and collects every problem, so that an operator sees them all at once. The gateway, the API
 * and the recorder all read their settings with it.
 */
import type { EmailFormat, PasswordRule } from 'shared-ui/contract';
import { isCountry } from 'shared-ui/contract/phone';
import { isTimeZone } from 'shared-ui/contract/zone';
import { serversOf } from './database/servers.ts';
import { databaseTlsProblem } from './database/tls.ts';
import { readSetting } from './outside/secret-files.ts';
import { PlainError } from './plain-error.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Thrown at start-up if the configuration is invalid; its message lists every problem. */
export class ConfigError extends PlainError {
  readonly problems: readonly string[];

  constructor(
    problems: readonly string[],
    message = `The configuration cannot be used:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`,
  ) {
    super(message);
    this.problems = problems;
  }
}

export const DEMO_TOKEN_KEY = 'demo-survey-token-key-of-the-demo';

const YES = ['1', 'true', 'on', 'yes'];
const NO = ['0', 'false', 'off', 'no'];
const MAX_PORT = 65_535;
export const HTTP = ['http', 'https'] as const;

const hasScheme = (url: string, schemes: readonly string[]) =>
  URL.canParse(url) && schemes.includes(new URL(url).protocol.replace(':', ''));

/** Returns whether the user and password of a URL can be read: a literal % has to be encoded. */
function hasReadableUser(url: string): boolean {
  const { username, password } = new URL(url);
  try {
    decodeURIComponent(username + password);
    return true;
  } catch {
    return false;
  }
}

const describeSchemes = (schemes: readonly string[]) => `an address that starts with ${schemes.join(':// or ')}://`;

export class EnvironmentReader {
  readonly problems: string[] = [];
  readonly #environment: Environment;

  constructor(environment: Environment) {
    this.#environment = environment;
  }

  /** Returns the trimmed value, a secret's also from its file; an empty one counts as absent. */
  text(name: string): string | undefined {
    const { value, problem } = readSetting(this.#environment, name);
    if (problem !== undefined && !this.problems.includes(problem)) this.problems.push(problem);
    return value;
  }

  flag(name: string, fallback: boolean): boolean {
    const value = this.text(name)?.toLowerCase();
    if (value === undefined) return fallback;
    if (!YES.includes(value) && !NO.includes(value)) {
      this.problems.push(`${name} must be 1 or 0, not "${value}"`);
    }
    return YES.includes(value);
  }

  /** Reads a TCP port; 0 lets the system choose one. */
  port(name: string, fallback: number): number {
    const value = this.text(name);
    if (value === undefined) return fallback;
    const port = /^\d{1,5}$/.test(value) ? Number(value) : Number.NaN;
    if (port <= MAX_PORT) return port;
    this.problems.push(`${name} must be a port from 0 to ${MAX_PORT}, not "${value}"`);
    return fallback;
  }

  /** Reads a whole number of at least 1. */
  count(name: string, fallback: number): number {
    const value = this.text(name);
    if (value === undefined) return fallback;
    const count = /^[1-9]\d{0,8}$/.test(value) ? Number(value) : Number.NaN;
    if (Number.isNaN(count)) this.problems.push(`${name} must be a whole number from 1 on, not "${value}"`);
    return count;
  }

  /**
   * Reads a URL with one of `schemes`; undefined if absent or invalid. The problem omits the value, which may contain a
   * password.
   */
  url(name: string, schemes: readonly string[]): string | undefined {
    return this.#url(name, schemes, (value) => [value]);
  }

  /** Reads the URL of a PostgreSQL database, which may name several servers. Those on other machines need TLS. */
  database(name: string): string | undefined {
    const url = this.#url(name, ['postgres', 'postgresql'], serversOf);
    const problem = url && databaseTlsProblem(url, this.text('DATABASE_TLS') !== 'off');
    if (problem) this.problems.push(`${name} ${problem}`);
    return url;
  }

  #url(name: string, schemes: readonly string[], split: (value: string) => string[]): string | undefined {
    const value = this.text(name);
    const isValid = (url: string) => hasScheme(url, schemes) && hasReadableUser(url);
    if (value === undefined || split(value).every(isValid)) return value;
    const begins = schemes.some((scheme) => value.startsWith(`${scheme}://`));
    const hint = begins ? ', with the special characters of a password encoded, such as %2F for /' : '';
    this.problems.push(`${name} must be ${describeSchemes(schemes)}${hint}`);
    return undefined;
  }

  /** Reads comma-separated http addresses and returns their origins. */
  origins(name: string, fallback: readonly string[] = []): readonly string[] {
    const isHttp = (item: string) => hasScheme(item, HTTP);
    return this.list(name, fallback, isHttp, describeSchemes(HTTP))
      .filter(isHttp)
      .map((item) => new URL(item).origin);
  }

  /** Reads one of several words. */
  choice<Word extends string>(name: string, words: readonly Word[], fallback: Word): Word {
    const value = this.text(name);
    const word = words.find((one) => one === value);
    if (value !== undefined && word === undefined)
      this.problems.push(`${name} must be ${words.join(' or ')}, not "${value}"`);
    return word ?? fallback;
  }

  matching(name: string, pattern: RegExp, rule: string): string | undefined {
    const value = this.text(name);
    if (value !== undefined && !pattern.test(value)) this.problems.push(`${name} must be ${rule}`);
    return value;
  }

  /** Reads comma-separated values, all of which must pass `isRight`; `rule` describes valid ones. */
  list(name: string, fallback: readonly string[], isRight: (item: string) => boolean, rule: string): readonly string[] {
    const value = this.text(name);
    if (value === undefined) return fallback;
    const items = value
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== '');
    if (items.length === 0 || !items.every(isRight)) this.problems.push(`${name} must be ${rule}`);
    return items;
  }

  /** @throws ConfigError if any value read so far is invalid */
  check(): void {
    if (this.problems.length > 0) throw new ConfigError(this.problems);
  }
}

/**
 * Reads which invited people need no review: those with an email address of an approved domain, or all. A demo admits
 * only approved domains by default; in production a hospital trusts whom its patients invite.
 */
export const readInvitedDomains = (env: EnvironmentReader, isDemo: boolean): 'approved' | 'any' =>
  env.choice('INVITED_DOMAINS', ['approved', 'any'], isDemo ? 'approved' : 'any');

const SURVEY_TOKEN_MODES = ['required', 'optional', 'off'] as const;

export interface SurveyTokenSettings {
  /** Whether the recorder demands a token with each survey, checks one if there is one, or ignores them. */
  mode: (typeof SURVEY_TOKEN_MODES)[number];
  /** The first one signs, all verify. */
  keys: readonly string[];
}

/** Reads whether surveys need tokens: in production unless the hospital decides otherwise, never in a demo. */
export const readSurveyTokenMode = (env: EnvironmentReader, isDemo: boolean): SurveyTokenSettings['mode'] =>
  env.choice('SURVEY_TOKENS', SURVEY_TOKEN_MODES, isDemo ? 'optional' : 'required');

/** Reads the settings of survey tokens: the API signs them and the recorder verifies them with the same key. */
export function readSurveyTokens(env: EnvironmentReader, isDemo: boolean): SurveyTokenSettings {
  const mode = readSurveyTokenMode(env, isDemo);
  const isKey = (key: string) => /^[\x21-\x7e]{32,128}$/.test(key);
  const rule = '32 to 128 visible characters of your own; while it is changed, the new one, a comma and the old one';
  const keys = env.list('SURVEY_TOKEN_KEY', isDemo ? [DEMO_TOKEN_KEY] : [], isKey, rule);
  if (keys.length === 0 && mode !== 'off')
    env.problems.push('SURVEY_TOKEN_KEY is missing: the key with which the API signs survey tokens');
  if (!isDemo && keys.includes(DEMO_TOKEN_KEY)) env.problems.push(`SURVEY_TOKEN_KEY must be ${rule}`);
  return { mode, keys };
}

/** Reads the minutes without use after which a session ends. The API ends it, and the page says after how long. */
export const readIdleMinutes = (env: EnvironmentReader): number => env.count('SESSION_IDLE_MINUTES', 30);

/**
 * Reads the hospital's time zone; the demo's hospital is in Toronto. Undefined in production unless it is set: each phone
 * then shows its own time, which is right at the bedside, where a guess could be wrong for the whole hospital.
 */
export function readHospitalTimeZone(env: EnvironmentReader, isDemo: boolean): string | undefined {
  const zone = env.text('HOSPITAL_TIME_ZONE') ?? (isDemo ? 'America/Toronto' : undefined);
  if (zone === undefined || isTimeZone(zone)) return zone;
  env.problems.push(`HOSPITAL_TIME_ZONE must be the IANA name of a time zone, such as America/Toronto, not "${zone}"`);
  return undefined;
}

/**
 * Reads which email addresses are accepted: all common ones in production, those of the specified pattern in a demo. The
 * gateway's forms check what the API accepts.
 */
export const readEmailFormat = (env: EnvironmentReader, isDemo: boolean): EmailFormat =>
  env.choice('EMAIL_FORMAT', ['basic', 'standard'], isDemo ? 'basic' : 'standard');

/** Reads how many digits a PIN has: four, as specified, or six. Forms have as many boxes. */
export const readPinDigits = (env: EnvironmentReader): 4 | 6 =>
  env.choice('PIN_DIGITS', ['4', '6'], '4') === '6' ? 6 : 4;

/**
 * Reads which new passwords are accepted: long ones in production, those of the specified pattern in a demo. The
 * gateway's forms check what the API accepts.
 */
export const readPasswordRule = (env: EnvironmentReader, isDemo: boolean): PasswordRule =>
  env.choice('PASSWORD_RULE', ['classes', 'length'], isDemo ? 'classes' : 'length');

/**
 * Reads where text messages may go: countries, and dial codes as digits; undefined: every country. A demo sends no text
 * messages, so it accepts every country. Some countries within +1 are expensive, so production names two of them. The
 * gateway offers in forms what the API accepts.
 */
export function readTextCountries(env: EnvironmentReader, isDemo: boolean): readonly string[] | undefined {
  if (isDemo && env.text('TEXT_COUNTRIES') === undefined) return undefined;
  const isArea = (code: string) => isCountry(code) || /^\+[1-9][0-9]{0,3}$/.test(code);
  const rule = 'countries or dial codes separated by commas, such as CA,US,+33';
  return env.list('TEXT_COUNTRIES', ['CA', 'US'], isArea, rule).map((code) => code.replace('+', ''));
}

const isProviderId = (text: string) => /^[a-z][a-z0-9-]{0,31}$/.test(text);

/** Returns the name of one of a provider's settings, such as STAFF_OIDC_HOSPITAL_ISSUER. */
export const providerSetting = (id: string, name: string): string =>
  `STAFF_OIDC_${id.toUpperCase().replaceAll('-', '_')}_${name}`;

/** Returns staff's identity providers by id, with the names that the sign-in screen shows. */
export function readProviderNames(env: EnvironmentReader): { id: string; name: string }[] {
  const rule = 'short names separated by commas: lower-case letters, digits and hyphens';
  const ids = env.list('STAFF_OIDC_PROVIDERS', [], isProviderId, rule).filter(isProviderId);
  return [...new Set(ids)].map((id) => ({ id, name: env.text(providerSetting(id, 'NAME')) ?? id }));
}
