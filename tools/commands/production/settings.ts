import { brandFile, readConfig as readGateway, shownPath } from 'gateway/http/config';
import { readBrand } from 'gateway/pages/brand';
import { readConfig as readApi } from 'mock-api/config/config';
import { readRecorderConfig } from 'mock-api/recorder/config';
import { ConfigError } from 'server-kit/environment';
import { readSetting } from 'server-kit/outside/secret-files';
import { PlainError, reasonOf } from 'server-kit/plain-error';
import { readTls } from 'server-kit/tls/files';
import { choosePorts } from '../running/ports.ts';
import { environments, PARTS, type Part } from './environments.ts';

interface Need {
  name: string;
  parts: readonly Part[];
  what: string;
  rule?: { pattern: RegExp; says: string };
}

/** Required settings, which have no default. */
const NEEDED: readonly Need[] = [
  { name: 'DATABASE_URL', parts: ['api', 'recorder'], what: 'postgres://user:password@host/database' },
  { name: 'PUBLIC_URL', parts: PARTS, what: 'where people reach the product, https://…: links begin with it' },
  { name: 'SMTP_URL', parts: ['api'], what: 'smtp:// or smtps://…, by which e-mails leave' },
  { name: 'SMS_WEBHOOK_URL', parts: ['api'], what: 'the http address that takes text messages' },
  {
    name: 'RECORDER_AUTHORIZER',
    parts: ['recorder', 'gateway'],
    what: 'a key of your own that pages send with surveys, 16 characters or more',
    rule: { pattern: /^(?!demo-recorder-key$)[\x21-\x7e]{16,128}$/, says: '16 to 128 visible characters of your own' },
  },
  {
    name: 'SURVEY_TOKEN_KEY',
    parts: ['api', 'recorder'],
    what: 'a key of your own, 32 characters or more, with which the API signs survey tokens for the recorder',
  },
  {
    name: 'BRAND_FILE',
    parts: ['api', 'gateway'],
    what: 'the hospital’s own brand, made from shell/brand.json (docs/operate.md#keys-and-settings)',
  },
  {
    name: 'VAPID_PUBLIC_KEY',
    parts: ['api'],
    what: 'the public key of push messages (npm run push-keys)',
    rule: { pattern: /^[A-Za-z0-9_-]{87}$/, says: 'a P-256 public key in base64url' },
  },
  {
    name: 'VAPID_PRIVATE_KEY',
    parts: ['api'],
    what: 'its private key',
    rule: { pattern: /^[A-Za-z0-9_-]{43}$/, says: 'a P-256 private key in base64url' },
  },
];

/** Settings for demo or development, which can't be switched on in production. */
const REFUSED: readonly { name: string; off: RegExp }[] = [
  { name: 'DEMO_MODE', off: /^(0|false|off|no)$/i },
  { name: 'DEMO_RESET', off: /^(0|false|off|no)$/i },
  { name: 'PIN_FALLBACK', off: /^$/ },
  { name: 'DEV_MODE', off: /^(0|false|off|no)$/i },
];

const settingIn = (env: NodeJS.ProcessEnv, name: string) => readSetting(env, name).value ?? '';

function needs(env: NodeJS.ProcessEnv, parts: readonly Part[]): string[] {
  return NEEDED.filter((need) => need.parts.some((part) => parts.includes(part))).flatMap(({ name, what, rule }) => {
    const value = settingIn(env, name);
    if (name === 'SURVEY_TOKEN_KEY' && settingIn(env, 'SURVEY_TOKENS') === 'off') return [];
    if (name === 'SMS_WEBHOOK_URL' && settingIn(env, 'TWILIO_ACCOUNT_SID') !== '') return [];
    const { problem } = readSetting(env, name);
    if (problem !== undefined) return [problem];
    if (value === '') return [`${name} is missing: ${what}`];
    return rule === undefined || rule.pattern.test(value) ? [] : [`${name} must be ${rule.says}`];
  });
}

const refusals = (env: NodeJS.ProcessEnv): string[] =>
  REFUSED.filter(({ name, off }) => settingIn(env, name) !== '' && !off.test(settingIn(env, name))).map(
    ({ name }) => `${name} can't be set in production: leave it out`,
  );

/** Returns the problems that reading settings throws, one sentence each. */
async function problemsOf(read: () => unknown): Promise<readonly string[]> {
  try {
    await read();
    return [];
  } catch (thrown) {
    if (thrown instanceof ConfigError) return thrown.problems;
    if (thrown instanceof PlainError) return reasonOf(thrown).split('\n');
    throw thrown;
  }
}

async function readTlsOf(env: NodeJS.ProcessEnv): Promise<void> {
  const { TLS_CERT_FILE: certFile, TLS_KEY_FILE: keyFile } = env;
  if (certFile && keyFile) await readTls({ certFile, keyFile });
}

async function readInternalTlsOf(env: NodeJS.ProcessEnv): Promise<void> {
  const { INTERNAL_CERT_FILE: certFile, INTERNAL_KEY_FILE: keyFile, INTERNAL_CA_FILE: caFile } = env;
  if (certFile && keyFile && caFile) await readTls({ certFile, keyFile, caFile }, 'INTERNAL');
}

/**
 * Returns all problems with the production settings, one sentence per setting. Never repeats a value that may contain a
 * secret.
 */
export async function settingsProblems(env: NodeJS.ProcessEnv, parts: readonly Part[]): Promise<string[]> {
  const of = environments(env, parts);
  const read: Record<Part, (() => unknown)[]> = {
    api: [() => readApi(of.api)],
    recorder: [() => readRecorderConfig(of.recorder)],
    gateway: [
      () => readGateway(of.gateway),
      () => readBrand(brandFile(of.gateway), shownPath(brandFile(of.gateway)), false),
      () => readTlsOf(of.gateway),
    ],
  };
  const found = await Promise.all(
    [() => choosePorts(env), () => readInternalTlsOf(env), ...parts.flatMap((part) => read[part])].map((one) =>
      problemsOf(one),
    ),
  );
  const reported = new Map<string, string>();
  for (const problem of [...refusals(env), ...needs(env, parts), ...found.flat()]) {
    const name = problem.includes('BRAND_FILE') ? 'BRAND_FILE' : (problem.split(/[\s,]/, 1)[0] ?? problem);
    // Another service's name for the same setting.
    if (/^AUTHORIZER_KEY(_FILE)?$/.test(name) || name === 'ALLOWED_ORIGINS') continue;
    // Its file can't be read, which is reported.
    if (reported.has(`${name}_FILE`)) continue;
    const key = /^[A-Z]+(_[A-Z0-9]+)*$/.test(name) ? name : problem;
    if (!reported.has(key)) reported.set(key, problem);
  }
  return [...reported.values()];
}
