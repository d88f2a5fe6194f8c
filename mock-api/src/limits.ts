/** How often things may happen (docs/security.md, promises 2 and 3). Always on; an operator may set other numbers. */
import { HOUR, MINUTE } from './clock.ts';
import type { EnvironmentReader } from './environment.ts';
import { toNetwork } from './security/address.ts';

export interface Limits {
  /** Failed sign-ins of one account before it has to wait. */
  loginFailures: number;
  /**
   * Failed sign-ins from one network address before it has to wait. Far higher than an account's: everybody on a hospital's
   * Wi-Fi shares one address.
   */
  loginFailuresPerAddress: number;
  /** Text messages to one number within 10 minutes, and within an hour. */
  textsPerNumber: number;
  textsPerNumberHour: number;
  /** Text messages that one network address may cause within an hour: a ward's patients, who share one. */
  textsPerAddressHour: number;
  /** Text messages that one account may cause within an hour, whatever numbers they go to. */
  textsPerAccountHour: number;
  /** Text messages of the whole product within a day: what a fault or an attack can cost at most. */
  textsPerDay: number;
  /** Networks whose addresses have no limit of their own, such as a ward's Wi-Fi: those of each person and number hold there, too. */
  generousNetworks: readonly string[];
  /** Accounts, and as many people who want to hear of the product, that one network address may sign up within an hour. */
  signUpsPerAddressHour: number;
  /** What one person may ask of the hospital within an hour. */
  requestsPerPersonHour: number;
  /** Texts about news within a day, which nobody but the hospital causes. */
  newsTextsPerDay: number;
  /** Dial codes that texts go to, digits only, e.g. "1"; undefined: every country. */
  textCountries: readonly string[] | undefined;
  /** Streams that one session may have open at one process. */
  streamsPerSession: number;
  /** A session ends when it was not used for this long, and this long after it began, in milliseconds. */
  sessionIdle: number;
  sessionLength: number;
}

/** A network or an address, in the notation that `isInNetworks` takes. */
const isNetworkOrAddress = (text: string) => toNetwork(text) !== undefined;

const isDialCode = (code: string) => /^\+[1-9][0-9]{0,3}$/.test(code);

/** A demo sends no texts, so it serves every country. */
function dialCodes(env: EnvironmentReader, isDemo: boolean): readonly string[] | undefined {
  if (isDemo && env.text('TEXT_COUNTRIES') === undefined) return undefined;
  const rule = 'dial codes separated by commas, such as +1,+33';
  return env.list('TEXT_COUNTRIES', ['+1'], isDialCode, rule).map((code) => code.replace('+', ''));
}

/** Reads the limits; what cannot be used is added to the reader's problems. */
export function readLimits(env: EnvironmentReader, isDemo: boolean): Limits {
  return {
    loginFailures: env.count('LIMIT_LOGIN_FAILURES', 5),
    loginFailuresPerAddress: env.count('LIMIT_LOGIN_FAILURES_PER_ADDRESS', 500),
    textsPerNumber: env.count('LIMIT_TEXTS_PER_NUMBER_10_MINUTES', 3),
    textsPerNumberHour: env.count('LIMIT_TEXTS_PER_NUMBER_HOUR', 5),
    textsPerAddressHour: env.count('LIMIT_TEXTS_PER_ADDRESS_HOUR', 200),
    textsPerAccountHour: env.count('LIMIT_TEXTS_PER_ACCOUNT_HOUR', 10),
    textsPerDay: env.count('LIMIT_TEXTS_PER_DAY', 500),
    generousNetworks: env.list(
      'GENEROUS_NETWORKS',
      [],
      isNetworkOrAddress,
      'addresses or networks separated by commas, such as 203.0.113.0/24',
    ),
    signUpsPerAddressHour: env.count('LIMIT_SIGN_UPS_PER_ADDRESS_HOUR', 1_000),
    requestsPerPersonHour: env.count('LIMIT_REQUESTS_PER_PERSON_HOUR', 60),
    newsTextsPerDay: env.count('LIMIT_NEWS_TEXTS_PER_DAY', 5_000),
    textCountries: dialCodes(env, isDemo),
    streamsPerSession: env.count('LIMIT_STREAMS_PER_SESSION', 100),
    sessionIdle: env.count('SESSION_IDLE_MINUTES', 30) * MINUTE,
    sessionLength: env.count('SESSION_HOURS', 12) * HOUR,
  };
}
