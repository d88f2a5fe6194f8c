/** How long each kind of data is kept (docs/compliance/record-of-processing.md). */
import type { EnvironmentReader } from 'server-kit/environment';

/**
 * Settings and their defaults in days. The defaults for records of care and proof are the ten years for which Ontario
 * hospitals keep records of personal health information (R.R.O. 1990, Reg. 965, s. 20); a hospital sets shorter ones
 * if its own medical record already holds everything.
 */
const SETTINGS = {
  /** Recipients and times of texts, emails and pushes, after they were sent or failed. */
  messages: ['RETAIN_MESSAGES_DAYS', 90],
  /** Requests for technical support. */
  support: ['RETAIN_SUPPORT_DAYS', 365],
  /** Interest sign-ups. */
  signUps: ['RETAIN_SIGN_UPS_DAYS', 730],
  /** Questions, requests and corrections with their replies, after they were done. */
  requests: ['RETAIN_REQUESTS_DAYS', 3650],
  /** Events, results and care plans, after the last use of the account and the last addition to it. */
  care: ['RETAIN_CARE_DAYS', 3650],
  /** Which survey was sent, and at the recorder the answers. */
  surveys: ['RETAIN_SURVEYS_DAYS', 3650],
  /** Accounts of patients and supporters, after the last use of the account and the last addition to it. */
  accounts: ['RETAIN_ACCOUNTS_DAYS', 3650],
  /** Registrations whose email was never validated, or that the hospital has denied. */
  registrations: ['RETAIN_REGISTRATIONS_DAYS', 30],
  /** Messages of the hospital's feed, also those that are put aside. */
  feed: ['HL7_RETENTION_DAYS', 30],
  /** Entries of the audit log, which only the owner of the tables deletes. */
  audit: ['RETAIN_AUDIT_DAYS', 3650],
} as const satisfies Record<string, readonly [setting: string, days: number]>;

/** Periods in days; undefined: no limit. */
export type Retention = Readonly<Record<keyof typeof SETTINGS, number | undefined>>;

/** A survey token lives for 14 days: until then the recorder must know which tokens were used. */
const LEAST_FOR_SURVEYS = 30;

/** Reads one period. Invalid values are added to the reader's problems. */
export function readPeriod(env: EnvironmentReader, kind: keyof Retention, isDemo: boolean): number | undefined {
  const [name, fallback] = SETTINGS[kind];
  const value = env.text(name);
  if (value === undefined) return isDemo ? undefined : fallback;
  if (value === 'forever') return undefined;
  const days = /^[1-9]\d{0,4}$/.test(value) ? Number(value) : Number.NaN;
  const least = kind === 'surveys' ? LEAST_FOR_SURVEYS : 1;
  if (Number.isNaN(days) || days < least)
    env.problems.push(`${name} must be a whole number of days from ${least} on, or forever, not "${value}"`);
  return days;
}

/** Reads all periods. A demo has no limits by default: its accounts must last. */
export function readRetention(env: EnvironmentReader, isDemo: boolean): Retention {
  const kinds = Object.keys(SETTINGS) as (keyof Retention)[];
  const periods = kinds.map((kind) => [kind, readPeriod(env, kind, isDemo)]);
  return Object.fromEntries(periods) as Retention;
}
