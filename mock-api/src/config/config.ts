/** Configuration of the API, read from the environment and validated in one place. */
import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import {
  type Environment,
  EnvironmentReader,
  HTTP,
  readEmailFormat,
  readHospitalTimeZone,
  readInvitedDomains,
  readPasswordRule,
  readPinDigits,
  readSurveyTokens,
  type SurveyTokenSettings,
} from 'server-kit/environment';
import { EXAMPLE_BRAND, exampleBrandProblems } from 'server-kit/example-brand';
import { type OperatorAccess, readOperatorAccess } from 'server-kit/http';
import { type ForwardProxy, readForwardProxy } from 'server-kit/outside/forward-proxy';
import { type InternalTls, readInternalOrigins, readInternalTls } from 'server-kit/tls/internal';
import { readTracing, type TraceSettings } from 'server-kit/tracing/tracing';
import { type EmailFormat, isEmail, type PasswordRule } from 'shared-ui/contract';
import { Type } from 'typebox';
import { Check } from 'typebox/schema';
import { LOG_LEVELS } from '../common/logging.ts';
import type { AgreementDue } from '../contract.ts';
import type { DatabaseAddress } from '../db/open.ts';
import type { RecorderAddress } from '../security/survey-token.ts';
import { type AuditOutSettings, readAuditOut } from './audit.ts';
import { type PushSettings, readPush, readTwilio, type TwilioAccount } from './channels.ts';
import { type DailySettings, readDaily } from './daily.ts';
import { type FhirSettings, isSafeAddress, type NamesTable, readFhir, readJsonFile, readNames } from './fhir.ts';
import { type FeedSettings, readFeed } from './hl7.ts';
import { type Limits, type OverdueMinutes, readLimits, readOverdue } from './limits.ts';
import { type Retention, readRetention } from './retention.ts';
import { readStaffOidc, type StaffOidcSettings } from './staff-oidc.ts';

/** Settings that the API and the recorder share. */
export interface ServiceConfig {
  host: string;
  port: number;
  database: DatabaseAddress;
  demo: {
    on: boolean;
    /** Start with fresh data: drops everything stored first. */
    reset: boolean;
  };
  /** Who may read metrics, and the API's description. */
  operators: OperatorAccess;
  /** Gateways whose forwarded client address is trusted, as addresses or networks. */
  trustedProxies: readonly string[];
  logLevel: string;
  /** For calls between processes; undefined: they use plain http. */
  internalTls: InternalTls | undefined;
  /** For calls to other organizations; undefined: they leave directly. */
  forwardProxy: ForwardProxy | undefined;
  /** Where traces go; undefined: nowhere. */
  tracing: TraceSettings | undefined;
}

/** The parts of the (white-label) brand file that server messages and demo content use. */
interface Brand {
  name: string;
  hospital: string;
  supportEmail: string;
  /** Number that support requests are texted to, with country code. */
  supportPhone: string;
}

/** Used by a demo without a brand file. */
const DEFAULT_BRAND: Brand = {
  name: 'Lodestar',
  hospital: EXAMPLE_BRAND.hospital,
  supportEmail: EXAMPLE_BRAND.supportEmail,
  supportPhone: EXAMPLE_BRAND.supportPhones[0] ?? '',
};

/** The demo's hospital, and how long it may take to answer and its result to arrive, in seconds. */
export interface DemoHospital {
  url: string;
  seconds: number;
}

function readDemoHospital(env: EnvironmentReader): DemoHospital | undefined {
  const url = env.url('DEMO_HOSPITAL_URL', HTTP);
  const seconds = env.count('DEMO_HOSPITAL_SECONDS', 4);
  return url === undefined ? undefined : { url, seconds };
}

export interface Config extends ServiceConfig {
  demo: ServiceConfig['demo'] & {
    /** What reports the story's blood test (tools/fhir-server); undefined: the story has it. */
    hospital: DemoHospital | undefined;
  };
  /** PIN that is always accepted; undefined outside a demo. */
  pinFallback: string | undefined;
  /** Public base URL of the product, used for links in emails. No trailing slash. */
  publicUrl: string;
  smtpUrl: string | undefined;
  smsWebhookUrl: string | undefined;
  /** Account that sends text messages; undefined if Twilio is not used. */
  twilio: TwilioAccount | undefined;
  push: PushSettings;
  /** Email domains whose registrations are approved immediately, in lower case. */
  approvedDomains: readonly string[];
  /** Whether invited people also need an approved domain, or may use any. */
  invitedDomains: 'approved' | 'any';
  /** Which email addresses are accepted. */
  emailFormat: EmailFormat;
  passwordRule: PasswordRule;
  pinDigits: 4 | 6;
  /** What a code by email is worth to staff: a sign-in (demo), or setting up their first passkey or app. */
  mailedCodes: 'sign-in' | 'enrolment';
  /**
   * Whether taking over an account has to fail for someone with only its wristband, email or number
   * (docs/product-rules.md#strict-identity).
   */
  strictIdentity: boolean;
  /** Service that knows breached passwords, see `BreachedPasswords`; undefined: none is asked. */
  breachedPasswordsUrl: string | undefined;
  /** IANA name of the hospital's time zone, see `readHospitalTimeZone`. */
  timeZone: string | undefined;
  /** Documents that people must agree to, in their current versions. */
  agreements: readonly AgreementDue[];
  brand: Brand;
  /** The hospital's own plain names of codes in imported records. */
  recordNames: NamesTable;
  /** The hospital's FHIR server; undefined: none is connected. */
  fhir: FhirSettings | undefined;
  /** The hospital's feed; undefined: nothing listens for it. */
  feed: FeedSettings | undefined;
  /** The hospital's own service that explains reports in plain language (docs/explain.md); undefined: none is asked. */
  explainUrl: string | undefined;
  /** How long the demo's navigator takes to prepare a report's insights, in seconds. */
  insightsSeconds: number;
  /** How long people may wait for the desk, in minutes. */
  overdue: OverdueMinutes;
  daily: DailySettings;
  /** For how many days patients keep access to the app once their stay is over. */
  accessDays: number;
  /** Email addresses of the staff who may edit templates, in lower case; empty: all staff. */
  templateEditors: readonly string[];
  surveyTokens: SurveyTokenSettings;
  staffOidc: StaffOidcSettings;
  /** The survey recorder's processes: erasures go there. */
  recorders: readonly RecorderAddress[];
  /** How long each kind of data is kept. */
  retention: Retention;
  auditOut: AuditOutSettings;
  limits: Limits;
}

/** `.lodestar/data` at the root of the repository. */
const DEFAULT_DATA_DIR = resolve(import.meta.dirname, '../../../.lodestar/data');
const DEMO_PIN_FALLBACK = '1379';
const FOUR_DIGITS = /^[0-9]{4}$/;

const isDomain = (text: string) => /^[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(text);

/** Accepts an address, a network, or one of the names that the web framework knows. */
function isNetwork(text: string): boolean {
  if (/^(loopback|linklocal|uniquelocal)$/.test(text)) return true;
  const [address = '', bits = '0', ...rest] = text.split('/');
  return isIP(address) !== 0 && /^\d{1,3}$/.test(bits) && rest.length === 0;
}

/**
 * Reads the settings that services share. Invalid values are added to the reader's problems.
 * @param port default
 * @param file name of the SQLite database
 */
export function readService(env: EnvironmentReader, port: number, file: string): ServiceConfig {
  const on = env.flag('DEMO_MODE', true);
  const reset = env.flag('DEMO_RESET', false);
  if (reset && !on) env.problems.push('DEMO_RESET drops all data, so it needs DEMO_MODE to be on');
  const proxies = 'loopback, addresses or networks separated by commas, such as 10.0.0.0/8';
  return {
    host: env.text('HOST') ?? '127.0.0.1',
    port: env.port('PORT', port),
    database: {
      url: env.database('DATABASE_URL'),
      file: join(env.text('DATA_DIR') ?? DEFAULT_DATA_DIR, file),
    },
    demo: { on, reset },
    operators: readOperatorAccess(env, on),
    trustedProxies: env.list('TRUSTED_PROXIES', ['loopback'], isNetwork, proxies),
    logLevel: env.matching('LOG_LEVEL', LOG_LEVELS, 'one of fatal, error, warn, info, debug, silent') ?? 'info',
    internalTls: readInternalTls(env),
    forwardProxy: readForwardProxy(env),
    tracing: readTracing(env),
  };
}

/** Reads where the recorder can be reached: inside the hospital, else where pages post surveys to. */
function readRecorders(env: EnvironmentReader, tls: InternalTls | undefined): RecorderAddress[] {
  const inside = readInternalOrigins(env, 'RECORDER_UPSTREAM', tls);
  const outside = env.url('RECORDER_URL', HTTP);
  if (inside.length > 0 || outside === undefined)
    return inside.map((origin) => ({ url: `${origin}/`, isInternal: true, tls }));
  return [{ url: outside.endsWith('/') ? outside : `${outside}/`, isInternal: false, tls: undefined }];
}

/** Reports are sent there, so it takes the same safety as records. */
function readExplainUrl(env: EnvironmentReader): string | undefined {
  const url = env.url('EXPLAIN_URL', HTTP);
  if (url === undefined || isSafeAddress(url)) return url;
  env.problems.push('EXPLAIN_URL must be an address that starts with https://, without a password');
  return undefined;
}

const isAgreement = (text: string) => /^[a-z][a-z-]{0,31}:[0-9][0-9A-Za-z.-]{0,15}$/.test(text);

/** The NDA is about the demo's trial; outside it, pages don't show one. */
function readAgreementVersions(env: EnvironmentReader, isDemo: boolean): AgreementDue[] {
  const rule = 'documents and their versions separated by commas, such as privacy:1.0,terms:1.0 (nda in a demo only)';
  const first = ['privacy:1.0', 'terms:1.0'];
  const isRight = (item: string) => isAgreement(item) && (isDemo || !item.startsWith('nda:'));
  const items = env.list('AGREEMENT_VERSIONS', isDemo ? ['nda:1.0', ...first] : first, isRight, rule);
  return items.map((item) => {
    const [document = '', version = ''] = item.split(':');
    return { document, version };
  });
}

const AnyObject = Type.Record(Type.String(), Type.Unknown());

/**
 * Reads the brand file. Adds a message to `problems` for each field that is missing or has the wrong type, and outside a
 * demo for those of the example.
 */
function readBrand(file: string | undefined, problems: string[], isDemo: boolean): Brand {
  if (file === undefined) return DEFAULT_BRAND;
  const brand = readJsonFile('BRAND_FILE', file, problems);
  if (brand === undefined) return DEFAULT_BRAND;
  if (!Check(AnyObject, brand)) {
    problems.push(`BRAND_FILE ${file} does not hold a JSON object`);
    return DEFAULT_BRAND;
  }
  const text = (place: string, value: unknown): string => {
    if (typeof value === 'string' && value.trim() !== '') return value;
    problems.push(`BRAND_FILE ${file}: "${place}" is missing or not a text`);
    return '';
  };
  const [phone]: unknown[] = Array.isArray(brand.supportPhones) ? brand.supportPhones : [];
  const read: Brand = {
    name: text('name', brand.name),
    hospital: text('hospital', brand.hospital),
    supportEmail: text('supportEmail', brand.supportEmail),
    supportPhone: text('supportPhones[0].number', Check(AnyObject, phone) ? phone.number : undefined),
  };
  if (!isDemo) problems.push(...exampleBrandProblems({ ...read, supportPhones: [read.supportPhone] }, file));
  return read;
}

/** Settings that a hospital cannot run without, and what each is for. */
const PRODUCTION = {
  PUBLIC_URL: 'public address of the product, used for links in messages',
  SMTP_URL: 'mail server for outgoing email, smtp:// or smtps://',
  SMS_WEBHOOK_URL: 'URL to which text messages are posted',
  BRAND_FILE: 'the hospital’s own brand, with its name and contacts',
};

function requireProduction(env: EnvironmentReader): void {
  for (const [name, what] of Object.entries(PRODUCTION))
    if (env.text(name) === undefined && !(name === 'SMS_WEBHOOK_URL' && env.text('TWILIO_ACCOUNT_SID')))
      env.problems.push(`${name} is missing outside a demo: ${what}`);
  if (FOUR_DIGITS.test(env.text('PIN_FALLBACK') ?? '')) env.problems.push('PIN_FALLBACK needs DEMO_MODE to be on');
}

/** @throws ConfigError naming every invalid value */
export function readConfig(environment: Environment): Config {
  const env = new EnvironmentReader(environment);
  const service = readService(env, 3001, 'api.sqlite');
  const { on } = service.demo;
  if (!on) requireProduction(env);
  const domains = 'domains separated by commas, such as hospital.example';
  const surveyTokens = readSurveyTokens(env, on);
  const config: Config = {
    ...service,
    demo: { ...service.demo, hospital: on ? readDemoHospital(env) : undefined },
    pinFallback: env.matching('PIN_FALLBACK', FOUR_DIGITS, 'four digits') ?? (on ? DEMO_PIN_FALLBACK : undefined),
    publicUrl: (env.url('PUBLIC_URL', HTTP) ?? 'http://localhost:3000').replace(/\/+$/, ''),
    smtpUrl: env.url('SMTP_URL', ['smtp', 'smtps']),
    smsWebhookUrl: env.url('SMS_WEBHOOK_URL', HTTP),
    twilio: readTwilio(env),
    push: readPush(env),
    approvedDomains: env
      .list('APPROVED_DOMAINS', on ? ['example.org'] : [], isDomain, domains)
      .map((domain) => domain.toLowerCase()),
    invitedDomains: readInvitedDomains(env, on),
    emailFormat: readEmailFormat(env, on),
    passwordRule: readPasswordRule(env, on),
    pinDigits: readPinDigits(env),
    mailedCodes: env.choice('STAFF_EMAIL_CODES', ['sign-in', 'enrolment'], on ? 'sign-in' : 'enrolment'),
    strictIdentity: env.flag('STRICT_IDENTITY', !on),
    timeZone: readHospitalTimeZone(env, on),
    breachedPasswordsUrl: env.url('BREACHED_PASSWORDS_URL', HTTP),
    agreements: readAgreementVersions(env, on),
    explainUrl: readExplainUrl(env),
    insightsSeconds: env.count('INSIGHTS_SECONDS', 4),
    overdue: readOverdue(env),
    daily: readDaily(env, on),
    accessDays: env.count('ACCESS_DAYS_AFTER_STAY', 30),
    templateEditors: env
      .list('TEMPLATE_EDITORS', [], (email) => isEmail(email, 'standard'), 'email addresses separated by commas')
      .map((email) => email.toLowerCase()),
    staffOidc: readStaffOidc(env),
    limits: readLimits(env, on),
    surveyTokens,
    recorders: readRecorders(env, service.internalTls),
    retention: readRetention(env, on),
    auditOut: readAuditOut(env),
    brand: readBrand(env.text('BRAND_FILE'), env.problems, on),
    fhir: readFhir(env),
    feed: readFeed(env, on, surveyTokens.keys),
    recordNames: readNames(env, 'FHIR_NAMES_FILE'),
  };
  env.check();
  return config;
}
