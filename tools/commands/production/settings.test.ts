import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { readConfig as readGateway } from 'gateway/http/config';
import { startScript } from 'gateway/testing/commands';
import { temporaryFolder, writeFiles } from 'gateway/testing/fixtures';
import { readConfig as readApi } from 'mock-api/config/config';
import { readRecorderConfig } from 'mock-api/recorder/config';
import { DEMO_TOKEN_KEY } from 'server-kit/environment';
import { dataRoot, deployRoot, REPO } from 'server-kit/paths';
import { choosePorts } from '../running/ports.ts';
import { environments, PARTS, type Part } from './environments.ts';
import { settingsProblems } from './settings.ts';
import { GOOD } from './testing/settings.ts';

/** Invalid settings, each added to otherwise valid ones, and the problems to report. */
const WRONG: [name: string, change: NodeJS.ProcessEnv, says: RegExp[]][] = [
  ['no database', { DATABASE_URL: '' }, [/^DATABASE_URL is missing/]],
  ['blanks for a database', { DATABASE_URL: '  ' }, [/^DATABASE_URL is missing/]],
  ['another kind of database', { DATABASE_URL: 'mysql://u:secret@h/db' }, [/^DATABASE_URL must be .*postgres:/]],
  ['a wrong one of two databases', { DATABASE_URL: 'postgres://u@h1,h 2/db' }, [/^DATABASE_URL must be/]],
  [
    'a database elsewhere without TLS',
    { DATABASE_URL: 'postgres://u:secret@db/x' },
    [/^DATABASE_URL must end in .*verify-full/],
  ],
  [
    'a secret in a file that is not there',
    { DATABASE_URL: '', DATABASE_URL_FILE: '/no/url' },
    [/^DATABASE_URL_FILE names a file/],
  ],
  [
    'a secret twice',
    { SURVEY_TOKEN_KEY_FILE: '/no/key' },
    [/^SURVEY_TOKEN_KEY and SURVEY_TOKEN_KEY_FILE are both set/],
  ],
  [
    'a key for surveys in a file that is not there',
    { RECORDER_AUTHORIZER: '', RECORDER_AUTHORIZER_FILE: '/no/key' },
    [/^RECORDER_AUTHORIZER_FILE names a file/],
  ],
  ['a proxy without a scheme', { HTTPS_PROXY: 'proxy:3128' }, [/^HTTPS_PROXY must be/]],
  ['a password with a slash', { DATABASE_URL: 'postgres://u:sec/ret@h/db' }, [/^DATABASE_URL must be .* encoded/]],
  ['a password with a percent sign', { SMTP_URL: 'smtp://u:100%@mail' }, [/^SMTP_URL must be .* encoded/]],
  ['no public address', { PUBLIC_URL: '' }, [/^PUBLIC_URL is missing/]],
  ['a public address without a scheme', { PUBLIC_URL: 'hospital.example' }, [/^PUBLIC_URL must be/]],
  ['a public address by http', { PUBLIC_URL: 'http://hospital.example' }, [/^PUBLIC_URL must be .*https:/]],
  ['no way out for e-mails', { SMTP_URL: '' }, [/^SMTP_URL is missing/]],
  ['e-mails by http', { SMTP_URL: 'https://user:secret@mail' }, [/^SMTP_URL must be .*smtp:/]],
  ['no way out for texts', { SMS_WEBHOOK_URL: '' }, [/^SMS_WEBHOOK_URL is missing/]],
  ['texts by ftp', { SMS_WEBHOOK_URL: 'ftp://secret@x' }, [/^SMS_WEBHOOK_URL must be/]],
  ['no key for surveys', { RECORDER_AUTHORIZER: '' }, [/^RECORDER_AUTHORIZER is missing/]],
  ['a short key for surveys', { RECORDER_AUTHORIZER: 'secret' }, [/^RECORDER_AUTHORIZER must be/]],
  ['the key of the demo', { RECORDER_AUTHORIZER: 'demo-recorder-key' }, [/^RECORDER_AUTHORIZER must be/]],
  ['no key for survey tokens', { SURVEY_TOKEN_KEY: '' }, [/^SURVEY_TOKEN_KEY is missing/]],
  ['a short key for survey tokens', { SURVEY_TOKEN_KEY: 'secret' }, [/^SURVEY_TOKEN_KEY must be/]],
  ['the demo’s key for survey tokens', { SURVEY_TOKEN_KEY: DEMO_TOKEN_KEY }, [/^SURVEY_TOKEN_KEY must be/]],
  ['some survey tokens', { SURVEY_TOKENS: 'some' }, [/^SURVEY_TOKENS must be required or optional or off/]],
  ['no public key for push', { VAPID_PUBLIC_KEY: '' }, [/^VAPID_PUBLIC_KEY is missing/]],
  ['no private key for push', { VAPID_PRIVATE_KEY: '' }, [/^VAPID_PRIVATE_KEY is missing/]],
  ['keys for push the wrong way round', { VAPID_PUBLIC_KEY: GOOD.VAPID_PRIVATE_KEY }, [/^VAPID_PUBLIC_KEY must be/]],
  ['a demo', { DEMO_MODE: '1' }, [/^DEMO_MODE can't be set in production/]],
  ['a demo, perhaps', { DEMO_MODE: 'perhaps' }, [/^DEMO_MODE can't/]],
  ['a PIN that always works', { PIN_FALLBACK: '1379' }, [/^PIN_FALLBACK can't/]],
  ['fresh data at each start', { DEMO_RESET: '1' }, [/^DEMO_RESET can't/]],
  ['development', { DEV_MODE: 'on' }, [/^DEV_MODE can't/]],
  ['a port that is none', { PORT: '70000' }, [/^PORT must be/]],
  ['a certificate without its key', { TLS_CERT_FILE: '/srv/tls.crt' }, [/^TLS_KEY_FILE is missing/]],
  [
    'files that are not there',
    { TLS_CERT_FILE: '/no/c', TLS_KEY_FILE: '/no/k' },
    [/^TLS_CERT_FILE names/, /^TLS_KEY_FILE names/],
  ],
  [
    'half of TLS between processes',
    { INTERNAL_CERT_FILE: '/no/c', INTERNAL_CA_FILE: '/no/a' },
    [/^INTERNAL_KEY_FILE is missing/],
  ],
  [
    'certificates between processes that are not there',
    { INTERNAL_CERT_FILE: '/no/c', INTERNAL_KEY_FILE: '/no/k', INTERNAL_CA_FILE: '/no/a' },
    [/^INTERNAL_CERT_FILE names/, /^INTERNAL_KEY_FILE names/, /^INTERNAL_CA_FILE names/],
  ],
  ['a proxy by its name', { TRUSTED_PROXIES: 'the balancer' }, [/^TRUSTED_PROXIES must be/]],
  ['no brand', { BRAND_FILE: '' }, [/^BRAND_FILE is missing/]],
  [
    'the brand of the example',
    { BRAND_FILE: join(REPO, 'shell/brand.json') },
    [/^BRAND_FILE .* still has the example’s "hospital"/],
  ],
  ['a brand that is not there', { BRAND_FILE: '/no/brand.json' }, [/brand\.json/]],
  ['guests on the host of the pages', { GUEST_ORIGIN: 'https://hospital.example' }, [/^GUEST_ORIGIN must be/]],
  ['a limit of none', { LIMIT_LOGIN_FAILURES: '0' }, [/^LIMIT_LOGIN_FAILURES must be/]],
  ['no number of hours', { SESSION_HOURS: 'long' }, [/^SESSION_HOURS must be/]],
  ['a country by its name', { TEXT_COUNTRIES: 'Canada' }, [/^TEXT_COUNTRIES must be/]],
  ['an unknown time zone', { HOSPITAL_TIME_ZONE: 'Ontario' }, [/^HOSPITAL_TIME_ZONE must be/]],
  ['some email addresses', { EMAIL_FORMAT: 'some' }, [/^EMAIL_FORMAT must be basic or standard/]],
  ['some domains of invited people', { INVITED_DOMAINS: 'some' }, [/^INVITED_DOMAINS must be approved or any/]],
  ['half kept answers', { SURVEY_RETENTION: 'half' }, [/^SURVEY_RETENTION must be/]],
  ['a period of no days', { RETAIN_CARE_DAYS: '0' }, [/^RETAIN_CARE_DAYS must be/]],
  ['gateways without a scheme', { GATEWAYS: 'a.example,b.example' }, [/^GATEWAYS must be/]],
  [
    'traces by grpc',
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'grpc://collector:4317' },
    [/^OTEL_EXPORTER_OTLP_ENDPOINT must be/],
  ],
  ['half of the traces', { OTEL_TRACES_SAMPLER_ARG: '50 %' }, [/^OTEL_TRACES_SAMPLER_ARG must be/]],
  ['a loud log', { LOG_LEVEL: 'loud' }, [/^LOG_LEVEL must be/]],
];

describe('production settings', () => {
  it('have no problem when they are valid, for all parts on one machine and for each process alone', async () => {
    assert.deepEqual(await settingsProblems(GOOD, PARTS), []);
    const own: Record<Part, NodeJS.ProcessEnv> = {
      api: GOOD,
      recorder: GOOD,
      gateway: { ...GOOD, API_URL: 'http://10.0.0.1:3001', RECORDER_UPSTREAM: 'http://10.0.0.2:3002' },
    };
    for (const part of PARTS) assert.deepEqual(await settingsProblems(own[part], [part]), [], part);
  });

  it('of one process have no secrets that only others need, whether it runs alone or with them', () => {
    const secret = {
      TWILIO_AUTH_TOKEN: 's',
      STAFF_OIDC_HOSPITAL_CLIENT_SECRET: 's',
      DATABASE_OWNER_URL: 's',
      GATEWAY_DATABASE_URL: 's',
    };
    const names = ['DATABASE_URL', 'SMTP_URL', 'SURVEY_TOKEN_KEY', 'RECORDER_AUTHORIZER', ...Object.keys(secret)];
    const expected: Record<Part, string[]> = {
      api: ['DATABASE_URL', 'SMTP_URL', 'SURVEY_TOKEN_KEY', 'TWILIO_AUTH_TOKEN', 'STAFF_OIDC_HOSPITAL_CLIENT_SECRET'],
      recorder: ['DATABASE_URL', 'SURVEY_TOKEN_KEY', 'RECORDER_AUTHORIZER'],
      gateway: ['RECORDER_AUTHORIZER', 'GATEWAY_DATABASE_URL'],
    };
    for (const part of PARTS)
      for (const parts of [PARTS, [part]]) {
        const own = environments({ ...GOOD, ...secret }, parts)[part];
        assert.deepEqual(
          names.filter((name) => own[name] !== ''),
          expected[part],
          part,
        );
      }
  });

  it('are all listed in the reference for operators', () => {
    const asked = new Set<string>();
    const env = new Proxy<NodeJS.ProcessEnv>(
      { ...GOOD },
      {
        get(target, name) {
          asked.add(String(name));
          return Reflect.get(target, name);
        },
      },
    );
    for (const read of [readApi, readRecorderConfig, readGateway, choosePorts, dataRoot, deployRoot]) read(env);
    const listed = new Set(readFileSync(join(REPO, 'docs/run-it.md'), 'utf8').match(/[A-Z][A-Z0-9_]+/g));
    const isListed = (name: string) => listed.has(name) || listed.has(name.replace('LIMIT_TEXTS_', ''));
    for (const name of asked) assert.ok(isListed(name), name);
    assert.ok(asked.size > 50);
  });

  for (const [name, change, says] of WRONG) {
    it(`${name}: is named, once, and nothing else is`, async () => {
      const problems = await settingsProblems({ ...GOOD, ...change }, PARTS);
      const text = problems.join('\n');
      for (const one of says) assert.equal(problems.filter((line) => one.test(line)).length, 1, text);
      assert.equal(problems.length, says.length, text);
      assert.doesNotMatch(text, /secret/);
    });
  }

  it('are all reported at once when all are invalid', async (test) => {
    const single = WRONG.filter(([, change]) => Object.keys(change).length === 1);
    const all: NodeJS.ProcessEnv = Object.assign({}, ...single.map(([, change]) => change));
    const problems = await settingsProblems(all, PARTS);
    for (const name of Object.keys(all)) {
      const shown = { BRAND_FILE: 'brand.json', TLS_CERT_FILE: 'TLS_KEY_FILE', GUEST_ORIGIN: undefined }[name] ?? name;
      // Without the pages' address, the guests' host can't be compared with theirs.
      if (name !== 'GUEST_ORIGIN') assert.ok(problems.join('\n').includes(shown), name);
    }
    test.diagnostic(`settings of production: ${WRONG.length} wrong ones, each named; ${problems.length} at once`);
  });
});

describe('npm run serve', () => {
  /** Runs the command until it exits. Returns its exit code and output. */
  const serve = (env: NodeJS.ProcessEnv, args: string[] = []) =>
    startScript(join(REPO, 'tools/commands/serve.mjs'), args, { DATABASE_URL: '', ...env }).ended;

  it('serve without settings names the nine missing ones and starts nothing', async (test) => {
    const folder = await temporaryFolder(test);
    const { code, output } = await serve({ DATA_ROOT: join(folder, 'data') });
    assert.equal(code, 1);
    const needed = ['DATABASE_URL', 'PUBLIC_URL', 'SMTP_URL', 'SMS_WEBHOOK_URL', 'RECORDER_AUTHORIZER'];
    for (const name of [...needed, 'SURVEY_TOKEN_KEY', 'VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY', 'BRAND_FILE'])
      assert.match(output, new RegExp(`- ${name} is missing: `));
    assert.ok(!existsSync(join(folder, 'data')));
  });

  it('serve refuses demo settings and checks only settings of its process', async (test) => {
    const folder = await temporaryFolder(test);
    await writeFiles(folder, { 'text.pem': 'hello' });
    const pem = join(folder, 'text.pem');
    const whole = await serve({ ...GOOD, DEMO_MODE: '1', PIN_FALLBACK: '1379', TLS_CERT_FILE: pem, TLS_KEY_FILE: pem });
    assert.equal(whole.code, 1);
    for (const says of [/DEMO_MODE can't/, /PIN_FALLBACK can't/, /TLS_CERT_FILE names/])
      assert.match(whole.output, says);
    const recorder = await serve({}, ['recorder']);
    assert.equal(recorder.code, 1);
    const named = [...recorder.output.matchAll(/^ {2}- ([A-Z_]+)/gm)].map(([, name]) => name);
    assert.deepEqual(named.sort(), ['DATABASE_URL', 'PUBLIC_URL', 'RECORDER_AUTHORIZER', 'SURVEY_TOKEN_KEY']);
    assert.match((await serve({}, ['database'])).output, /Usage: npm run serve/);
  });
});
