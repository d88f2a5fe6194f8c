/** How often things may happen (docs/security.md, promises 2 and 3). Always on; an operator may set other numbers. */
import { HOUR, MINUTE } from './clock.ts';
import type { EnvironmentReader } from './environment.ts';

export interface Limits {
  /** Failed sign-ins of one account before it has to wait. */
  loginFailures: number;
  /**
   * Failed sign-ins from one network address before it has to wait. Higher than an account's: all users on a hospital's
   * Wi-Fi shares one address.
   */
  loginFailuresPerAddress: number;
  /** Text messages to one number within 10 minutes, and within an hour. */
  textsPerNumber: number;
  textsPerNumberHour: number;
  /** Text messages that one network address may cause within an hour. */
  textsPerAddressHour: number;
  /** Text messages of the whole product within a day: what a fault or an attack can cost at most. */
  textsPerDay: number;
  /** Dial codes that texts go to, digits only, e.g. "1". */
  textCountries: readonly string[];
  /** Streams that one session may have open at one process. */
  streamsPerSession: number;
  /** A session ends when it was not used for this long, and this long after it began, in milliseconds. */
  sessionIdle: number;
  sessionLength: number;
}

const isDialCode = (code: string) => /^\+[1-9][0-9]{0,3}$/.test(code);

function dialCodes(env: EnvironmentReader): readonly string[] {
  const rule = 'dial codes separated by commas, such as +1,+33';
  return env.list('TEXT_COUNTRIES', ['+1'], isDialCode, rule).map((code) => code.replace('+', ''));
}

/** Reads the limits; what cannot be used is added to the reader's problems. */
export function readLimits(env: EnvironmentReader): Limits {
  return {
    loginFailures: env.count('LIMIT_LOGIN_FAILURES', 5),
    loginFailuresPerAddress: env.count('LIMIT_LOGIN_FAILURES_PER_ADDRESS', 50),
    textsPerNumber: env.count('LIMIT_TEXTS_PER_NUMBER_10_MINUTES', 3),
    textsPerNumberHour: env.count('LIMIT_TEXTS_PER_NUMBER_HOUR', 5),
    textsPerAddressHour: env.count('LIMIT_TEXTS_PER_ADDRESS_HOUR', 10),
    textsPerDay: env.count('LIMIT_TEXTS_PER_DAY', 500),
    textCountries: dialCodes(env),
    streamsPerSession: env.count('LIMIT_STREAMS_PER_SESSION', 100),
    sessionIdle: env.count('SESSION_IDLE_MINUTES', 30) * MINUTE,
    sessionLength: env.count('SESSION_HOURS', 12) * HOUR,
  };
}
