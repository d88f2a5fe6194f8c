/** Rate limits (docs/security.md, promises 2 and 3). Always on; an operator may change the numbers. */

import { type EnvironmentReader, readIdleMinutes, readTextCountries } from 'server-kit/environment';
import { HOUR, MINUTE } from '../common/clock.ts';
import type { RequestKind } from '../contract.ts';
import { toNetwork } from '../security/address.ts';

/** Limits that are counts: their settings and defaults. */
const COUNTS = {
  /** Failed sign-ins of one account before it has to wait. */
  loginFailures: ['LIMIT_LOGIN_FAILURES', 5],
  /**
   * Failed sign-ins from one network address before it has to wait. Far higher than an account's: all users of a
   * hospital's Wi-Fi share one address.
   */
  loginFailuresPerAddress: ['LIMIT_LOGIN_FAILURES_PER_ADDRESS', 500],
  /** Text messages to one number within 10 minutes, and within an hour. PINs are counted apart, here and below. */
  textsPerNumber: ['LIMIT_TEXTS_PER_NUMBER_10_MINUTES', 3],
  textsPerNumberHour: ['LIMIT_TEXTS_PER_NUMBER_HOUR', 5],
  /** Text messages other than PINs to one number within a day, from all accounts together. */
  textsPerNumberDay: ['LIMIT_TEXTS_PER_NUMBER_DAY', 10],
  /** Text messages that one network address may cause within an hour; a ward's patients share one. */
  textsPerAddressHour: ['LIMIT_TEXTS_PER_ADDRESS_HOUR', 200],
  /** Text messages that one account may cause within an hour, and within a day, to any numbers. */
  textsPerAccountHour: ['LIMIT_TEXTS_PER_ACCOUNT_HOUR', 10],
  textsPerAccountDay: ['LIMIT_TEXTS_PER_ACCOUNT_DAY', 30],
  /** Text messages of the whole product within a day, except PINs and notifications: caps the cost of an attack. */
  textsPerDay: ['LIMIT_TEXTS_PER_DAY', 500],
  /** PINs of the whole product within a day. */
  pinsPerDay: ['LIMIT_PINS_PER_DAY', 2_000],
  /** Accounts, and separately interest sign-ups, that one network address may create within an hour. */
  signUpsPerAddressHour: ['LIMIT_SIGN_UPS_PER_ADDRESS_HOUR', 1_000],
  /** Requests that one person may send to the hospital within an hour. */
  requestsPerPersonHour: ['LIMIT_REQUESTS_PER_PERSON_HOUR', 60],
  /** Times that one person's phones may ask for survey tokens within an hour. */
  surveyTokensPerPersonHour: ['LIMIT_SURVEY_TOKENS_PER_PERSON_HOUR', 600],
  /** Times that one person may take out everything about them within a day. */
  exportsPerPersonDay: ['LIMIT_EXPORTS_PER_PERSON_DAY', 10],
  /** Notifications sent as text messages within a day; only the hospital causes them. */
  notificationTextsPerDay: ['LIMIT_NEWS_TEXTS_PER_DAY', 5_000],
  /** Streams that one session may have open per process. */
  streamsPerSession: ['LIMIT_STREAMS_PER_SESSION', 100],
} as const satisfies Record<string, readonly [setting: string, fallback: number]>;

export interface Limits extends Record<keyof typeof COUNTS, number> {
  /** Networks exempt from limits per address, such as a ward's Wi-Fi; limits per person and per number still apply. */
  generousNetworks: readonly string[];
  /** Calls that one person's devices may make to one API process within a minute. */
  callsPerPersonMinute: number;
  /** Countries, e.g. "CA", and dial codes, e.g. "33", that text messages may go to; undefined: every country. */
  textCountries: readonly string[] | undefined;
  /** A session ends after this long without use, and this long after it began, in milliseconds. */
  sessionIdle: number;
  sessionLength: number;
}

/** Accepts a network or an address in the notation that `isInNetworks` takes. */
const isNetworkOrAddress = (text: string) => toNetwork(text) !== undefined;

/** Reads the networks that are exempt from limits per address. */
export const readGenerousNetworks = (env: EnvironmentReader): readonly string[] =>
  env.list(
    'GENEROUS_NETWORKS',
    [],
    isNetworkOrAddress,
    'addresses or networks separated by commas, such as 203.0.113.0/24',
  );

/** Reads the limits. Invalid values are added to the reader's problems. */
export function readLimits(env: EnvironmentReader, isDemo: boolean): Limits {
  const counts = Object.entries(COUNTS).map(([name, [setting, fallback]]) => [name, env.count(setting, fallback)]);
  return {
    ...(Object.fromEntries(counts) as Record<keyof typeof COUNTS, number>),
    callsPerPersonMinute: env.count('LIMIT_CALLS_PER_PERSON_MINUTE', isDemo ? 1_000_000 : 1_000),
    generousNetworks: readGenerousNetworks(env),
    textCountries: readTextCountries(env, isDemo),
    sessionIdle: readIdleMinutes(env) * MINUTE,
    sessionLength: env.count('SESSION_HOURS', 12) * HOUR,
  };
}

export type OverdueMinutes = Readonly<Record<RequestKind | 'urgent' | 'account', number>>;

const DEFAULTS: OverdueMinutes = {
  /** A request of any kind that is urgent. */
  urgent: 5,
  toilet: 10,
  pain: 15,
  water: 20,
  blanket: 30,
  interpreter: 60,
  other: 30,
  question: 60,
  request: 30,
  correction: 240,
  concern: 60,
  medications: 240,
  account: 1440,
};

const isOverdue = (text: string) => {
  const [kind = '', minutes = '', ...rest] = text.split(':');
  return Object.hasOwn(DEFAULTS, kind) && /^[1-9]\d{0,5}$/.test(minutes) && rest.length === 0;
};

/** Reads `OVERDUE_MINUTES`; kinds that it doesn't name keep their default. Invalid values are added to the problems. */
export function readOverdue(env: EnvironmentReader): OverdueMinutes {
  const rule = `minutes per kind of request separated by commas, such as ${Object.entries(DEFAULTS)
    .map(([kind, minutes]) => `${kind}:${minutes}`)
    .join(',')}`;
  const items = env.list('OVERDUE_MINUTES', [], isOverdue, rule).map((item) => item.split(':'));
  return { ...DEFAULTS, ...Object.fromEntries(items.map(([kind, minutes]) => [kind, Number(minutes)])) };
}
