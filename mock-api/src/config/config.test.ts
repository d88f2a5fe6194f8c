import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { ConfigError, type Environment } from 'server-kit/environment';
import { EXAMPLE_BRAND } from 'server-kit/example-brand';
import { REPO } from 'server-kit/paths';
import { readRecorderConfig } from '../recorder/config.ts';
import { readConfig } from './config.ts';

function problemsOf(read: () => unknown): readonly string[] {
  try {
    read();
  } catch (error) {
    assert.ok(error instanceof ConfigError);
    return error.problems;
  }
  return [];
}

const namesOf = (read: () => unknown) => problemsOf(read).map((problem) => problem.split(' ')[0] ?? '');

/** Settings that accept any text. */
const ANY_TEXT = ['HOST', 'DATA_DIR', 'NO_PROXY'];
const WRONG_INTERNAL = {
  INTERNAL_CERT_FILE: undefined,
  INTERNAL_KEY_FILE: undefined,
  INTERNAL_CA_FILE: undefined,
  INTERNAL_CALLERS: '*',
};

/**
 * Returns the problems reported for an environment in which every setting that can be invalid is invalid. Asserts that
 * every setting read is reported, including settings added later.
 * @param wrong values; other settings are "not, valid"
 */
function problemsOfAll(read: (env: Environment) => unknown, wrong: Environment): readonly string[] {
  const asked = new Set<string>();
  const env = new Proxy<Environment>(
    { ...WRONG_INTERNAL, ...wrong },
    {
      get(target, name) {
        asked.add(String(name));
        const isAnyText = typeof name === 'symbol' || ANY_TEXT.includes(name);
        return name in target || isAnyText ? Reflect.get(target, name) : 'not, valid';
      },
    },
  );
  const problems = problemsOf(() => read(env));
  const named = problems.map((problem) => problem.split(' ')[0] ?? '');
  assert.deepEqual(named.sort(), [...asked].filter((name) => !ANY_TEXT.includes(name)).sort());
  assert.doesNotMatch(problems.join('\n'), /secret/);
  return problems;
}

/** Settings required outside a demo. */
const PRODUCTION = {
  DEMO_MODE: 'off',
  PUBLIC_URL: 'https://care.example.org',
  SMTP_URL: 'smtp://127.0.0.1:9',
  SMS_WEBHOOK_URL: 'http://127.0.0.1:9/texts',
  SURVEY_TOKEN_KEY: 'a-survey-token-key-of-these-tests',
  BRAND_FILE: join(REPO, 'gateway/testing/hospital-brand.json'),
};

function newFile(content: string): string {
  const file = join(mkdtempSync(join(tmpdir(), 'config-')), 'file');
  writeFileSync(file, content);
  return file;
}

describe('configuration', () => {
  it('defaults to a demo on this machine', () => {
    const { host, port, database, demo, pinFallback, publicUrl, approvedDomains, brand } = readConfig({});
    assert.deepEqual([host, port, database.url, demo.on, demo.reset], ['127.0.0.1', 3001, undefined, true, false]);
    assert.match(database.file, /[\\/]\.lodestar[\\/]data[\\/]api\.sqlite$/);
    assert.deepEqual([pinFallback, publicUrl, approvedDomains], ['1379', 'http://localhost:3000', ['example.org']]);
    assert.equal(brand.hospital, 'Northside General Hospital');
  });

  it('has no fallback PIN outside a demo, even if one is set', () => {
    assert.equal(readConfig(PRODUCTION).pinFallback, undefined);
    assert.equal(readConfig({ PIN_FALLBACK: '4821' }).pinFallback, '4821');
    assert.deepEqual(
      problemsOf(() => readConfig({ ...PRODUCTION, PIN_FALLBACK: '4821' })),
      ['PIN_FALLBACK needs DEMO_MODE to be on'],
    );
  });

  it('requires approved domains for invited people in a demo and accepts any domain outside it, unless INVITED_DOMAINS is set', () => {
    assert.deepEqual([readConfig({}).emailFormat, readConfig(PRODUCTION).emailFormat], ['basic', 'standard']);
    assert.deepEqual([readConfig({}).invitedDomains, readConfig(PRODUCTION).invitedDomains], ['approved', 'any']);
    assert.equal(readConfig({ INVITED_DOMAINS: 'any' }).invitedDomains, 'any');
    assert.equal(readConfig({ ...PRODUCTION, INVITED_DOMAINS: 'approved' }).invitedDomains, 'approved');
    assert.deepEqual(
      problemsOf(() => readConfig({ INVITED_DOMAINS: 'Some' })),
      ['INVITED_DOMAINS must be approved or any, not "Some"'],
    );
  });

  it('has a time zone by default only in a demo, and refuses an unknown one', () => {
    assert.deepEqual([readConfig({}).timeZone, readConfig(PRODUCTION).timeZone], ['America/Toronto', undefined]);
    assert.equal(readConfig({ ...PRODUCTION, HOSPITAL_TIME_ZONE: 'America/St_Johns' }).timeZone, 'America/St_Johns');
    for (const zone of ['America/Ottawa', 'EST', '+05:00', 'Mars/Base'])
      assert.deepEqual(
        problemsOf(() => readConfig({ HOSPITAL_TIME_ZONE: zone })),
        [`HOSPITAL_TIME_ZONE must be the IANA name of a time zone, such as America/Toronto, not "${zone}"`],
      );
  });

  it('has the non-disclosure agreement in a demo only', () => {
    const documentsOf = (env: Environment) => readConfig(env).agreements.map(({ document }) => document);
    assert.deepEqual(documentsOf({}), ['nda', 'privacy', 'terms']);
    assert.deepEqual(documentsOf(PRODUCTION), ['privacy', 'terms']);
    const wrong = { ...PRODUCTION, AGREEMENT_VERSIONS: 'nda:1.0,privacy:1.0' };
    assert.match(problemsOf(() => readConfig(wrong))[0] ?? '', /^AGREEMENT_VERSIONS must be .*nda in a demo only/);
  });

  it('is strict about identity outside a demo, unless STRICT_IDENTITY is set', () => {
    assert.deepEqual([readConfig({}).strictIdentity, readConfig(PRODUCTION).strictIdentity], [false, true]);
    assert.equal(readConfig({ STRICT_IDENTITY: 'on' }).strictIdentity, true);
    assert.equal(readConfig({ ...PRODUCTION, STRICT_IDENTITY: 'off' }).strictIdentity, false);
  });

  it('keeps data for safe periods outside a demo, without limit in one or where the hospital says so', () => {
    const { retention } = readConfig({ ...PRODUCTION, RETAIN_CARE_DAYS: '400', RETAIN_REQUESTS_DAYS: 'forever' });
    const periods = [retention.messages, retention.care, retention.requests, retention.audit];
    assert.deepEqual(periods, [90, 400, undefined, 3650]);
    assert.deepEqual(new Set(Object.values(readConfig({}).retention)), new Set([undefined]));
  });

  it('requires a public URL, transports for messages, a brand and a key for survey tokens outside a demo', () => {
    const missing = namesOf(() => readConfig({ DEMO_MODE: '0' }));
    assert.deepEqual(missing, ['PUBLIC_URL', 'SMTP_URL', 'SMS_WEBHOOK_URL', 'BRAND_FILE', 'SURVEY_TOKEN_KEY']);
  });

  it('names every problem at once', () => {
    const problems = problemsOfAll(readConfig, {
      PORT: '70000',
      DEMO_RESET: '1',
      PIN_FALLBACK: '12345',
      DATABASE_URL: 'mysql://secret@host/db',
      SMTP_URL: 'user:secret@mail.example.org',
      SMS_WEBHOOK_URL: 'ftp://user:secret@x',
      TWILIO_ACCOUNT_SID: 'AC-secret',
      TWILIO_AUTH_TOKEN: 'a secret',
      VAPID_PUBLIC_KEY: 'secret',
      VAPID_PRIVATE_KEY: 'secret',
      PUSH_ORIGINS: 'http://push.example.org',
      FHIR_BASE_URL: 'http://user:secret@fhir.example/r4',
      FHIR_POLL_SECONDS: '0',
      FHIR_NOTIFY_SECRET: 'a secret',
      BREACHED_PASSWORDS_URL: 'ftp://x',
      LIMIT_LOGIN_FAILURES: '0',
      LIMIT_LOGIN_FAILURES_PER_ADDRESS: '1.5',
      LIMIT_TEXTS_PER_NUMBER_10_MINUTES: '1e3',
      LIMIT_TEXTS_PER_NUMBER_HOUR: '9999999999',
      LIMIT_TEXTS_PER_ACCOUNT_HOUR: '-3',
      GENEROUS_NETWORKS: '203.0.113.0/24,10.0.0.0/33',
      TEXT_COUNTRIES: '+1,France',
      APPROVED_DOMAINS: 'hospital.example,@other.example',
      STAFF_OIDC_PROVIDERS: 'The Hospital',
      STAFF_OIDC_RECHECK_SECONDS: '0',
      TRUSTED_PROXIES: 'loopback,the gateway',
      AGREEMENT_VERSIONS: 'nda:1.0,privacy',
      OVERDUE_MINUTES: 'question:60,visit:5',
      DAILY_QUESTION: 'evening',
      DAILY_QUESTION_AT: '18:00,4A=22:00',
      AFTER_DISCHARGE_DAYS: '-1',
      SURVEY_TOKEN_KEY: 'secret',
      RETAIN_MESSAGES_DAYS: '0',
      RETAIN_SIGN_UPS_DAYS: '-1',
      RETAIN_REQUESTS_DAYS: '1.5',
      RETAIN_CARE_DAYS: '999999',
      RETAIN_SURVEYS_DAYS: '14',
      OPERATOR_TOKEN: 'a secret',
      OTEL_TRACES_SAMPLER_ARG: '10 %',
    });
    console.log(`configuration of the API: ${problems.length} wrong settings, all there are, named at once`);
  });

  it('connects a FHIR server with all of its settings, and reports what is missing or unusable', () => {
    const keyFile = (namedCurve: string) => {
      const { privateKey } = generateKeyPairSync('ec', { namedCurve });
      return newFile(privateKey.export({ type: 'pkcs8', format: 'pem' }).toString());
    };
    const whole = {
      FHIR_BASE_URL: 'https://fhir.example/r4/',
      FHIR_CLIENT_ID: 'lodestar',
      FHIR_PRIVATE_KEY_FILE: keyFile('P-384'),
      FHIR_IDENTIFIER_SYSTEM: 'urn:hospital:wristband',
    };
    const { fhir } = readConfig(whole);
    const { baseUrl, pollSeconds, notifySecret } = fhir ?? {};
    assert.deepEqual([baseUrl, pollSeconds, notifySecret], ['https://fhir.example/r4', 60, undefined]);
    assert.equal(readConfig({}).fhir, undefined);
    const { FHIR_CLIENT_ID: _client, FHIR_IDENTIFIER_SYSTEM: _system, ...part } = whole;
    const { privateKey: rsa } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const shortRsa = newFile(rsa.export({ type: 'pkcs8', format: 'pem' }).toString());
    for (const weak of [keyFile('P-256'), shortRsa])
      assert.deepEqual(
        namesOf(() => readConfig({ ...part, FHIR_PRIVATE_KEY_FILE: weak, FHIR_BASE_URL: 'http://fhir.example/r4' })),
        ['FHIR_CLIENT_ID', 'FHIR_IDENTIFIER_SYSTEM', 'FHIR_BASE_URL', 'FHIR_PRIVATE_KEY_FILE'],
      );
  });

  it('reports what an identity provider of staff lacks', () => {
    const of = 'STAFF_OIDC_THE_AGENCY_';
    const problems = problemsOf(() =>
      readConfig({
        STAFF_OIDC_PROVIDERS: 'the-agency',
        [`${of}ISSUER`]: 'http://agency.example',
        [`${of}SCOPE`]: 'profile',
        [`${of}TRUST_EMAIL`]: 'perhaps',
        [`${of}GROUPS`]: 'ward=nurse',
        [`${of}SCIM_TOKEN`]: 'secret',
      }),
    );
    const named = problems.map((problem) => problem.split(' ')[0]?.replace(of, ''));
    assert.deepEqual(named.sort(), [
      'CLIENT_ID',
      'GROUPS',
      'ISSUER',
      'SCIM_TOKEN',
      'SCOPE',
      'STAFF_ROLES',
      'TRUST_EMAIL',
    ]);
    assert.doesNotMatch(problems.join('\n'), /secret/);
    const byScim = { STAFF_OIDC_PROVIDERS: 'the-agency', [`${of}GROUPS_FROM`]: 'scim' };
    assert.match(problemsOf(() => readConfig(byScim)).join('\n'), /GROUPS_FROM must be token unless/);
    assert.deepEqual(
      problemsOf(() => readConfig({ STAFF_OIDC_ONLY: '1' })),
      ['STAFF_OIDC_ONLY needs a provider in STAFF_OIDC_PROVIDERS'],
    );
  });

  it('of the recorder reports every problem at once', () => {
    const problems = problemsOfAll(readRecorderConfig, {
      DEMO_RESET: '1',
      AUTHORIZER_KEY: undefined,
      RETAIN_SURVEYS_DAYS: '29',
      OPERATOR_TOKEN: 'a secret',
      DATABASE_URL: 'mysql://secret@host/db',
      SURVEY_TOKEN_KEY: 'secret',
      LIMIT_SURVEYS_PER_ADDRESS_MINUTE: '0',
      OTEL_TRACES_SAMPLER_ARG: '2',
    });
    assert.ok(problems.some((problem) => problem.startsWith('AUTHORIZER_KEY is missing')));
  });

  it('reads the brand file and reports each missing field', () => {
    const brand = {
      name: 'Compass',
      hospital: 'Lakeside Hospital',
      supportEmail: 'help@example.org',
      supportPhones: [{ number: '+1 416 555 0111', extension: '123' }],
    };
    const read = (content: string) => readConfig({ BRAND_FILE: newFile(content) });
    const { supportPhones: _phones, ...own } = brand;
    assert.deepEqual(read(JSON.stringify(brand)).brand, { ...own, supportPhone: '+1 416 555 0111' });
    const problems = problemsOf(() => read(JSON.stringify({ name: 'Compass', supportPhones: [{}] })));
    for (const field of ['hospital', 'supportEmail', 'supportPhones[0].number'])
      assert.ok(problems.join('\n').includes(`"${field}"`), field);
    assert.match(problemsOf(() => read('{'))[0] ?? '', /is not valid JSON/);
    assert.match(problemsOf(() => read('[]'))[0] ?? '', /does not hold a JSON object/);
  });

  it('refuses the example’s hospital and contacts outside a demo', () => {
    const shipped = join(REPO, 'shell/brand.json');
    assert.equal(readConfig({ BRAND_FILE: shipped }).brand.hospital, EXAMPLE_BRAND.hospital);
    assert.deepEqual(
      problemsOf(() => readConfig({ ...PRODUCTION, BRAND_FILE: shipped })),
      [`BRAND_FILE ${shipped} still has the example’s "hospital", "supportEmail", "supportPhones": enter your own`],
    );
    const half = newFile(
      readFileSync(PRODUCTION.BRAND_FILE, 'utf8').replace('help@hilltop.example', 'Support@example.org'),
    );
    assert.match(
      problemsOf(() => readConfig({ ...PRODUCTION, BRAND_FILE: half }))[0] ?? '',
      /the example’s "supportEmail":/,
    );
  });

  it('of the recorder requires a separate key outside a demo and retains answers there', () => {
    assert.match(problemsOf(() => readRecorderConfig({ DEMO_MODE: '0' }))[0] ?? '', /AUTHORIZER_KEY is missing/);
    assert.equal(readRecorderConfig({ DEMO_MODE: '0', AUTHORIZER_KEY: 'k', SURVEY_TOKENS: 'off' }).retainAnswers, true);
    const demo = readRecorderConfig({});
    assert.deepEqual([demo.port, demo.retainAnswers], [3002, false]);
    assert.deepEqual(demo.authorizer, { header: 'authorizer', key: 'demo-recorder-key' });
    assert.equal(readRecorderConfig({ SURVEY_RETENTION: 'keep' }).retainAnswers, true);
  });
});
