import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { REPO } from 'server-kit/paths';
import { type GatewayConfig, readConfig } from './config.ts';
import { languageOf } from './messages.ts';

const PRODUCTION = {
  DEMO_MODE: '0',
  PUBLIC_URL: 'https://lodestar.hospital.example',
  RECORDER_URL: 'https://recorder.hospital.example',
  RECORDER_AUTHORIZER: 'key',
};

/** Settings of a production gateway, and what each is read as. */
const SETTINGS: [name: string, value: string, read: Partial<GatewayConfig>][] = [
  ['PORT', '8080', { port: 8080 }],
  ['HOST', '0.0.0.0', { host: '0.0.0.0' }],
  ['API_URL', 'https://api.example/, https://b.example', { apiUrls: ['https://api.example', 'https://b.example'] }],
  ['RECORDER_URL', 'https://recorder.example/in', {}],
  [
    'RECORDER_AUTHORIZER',
    'key',
    { recorder: { url: 'https://recorder.example/in', authorizer: 'key', retention: 'keep' } },
  ],
  ['RECORDER_UPSTREAM', 'http://10.0.0.7:3002', { recorderUpstreams: ['http://10.0.0.7:3002'] }],
  ['TRUSTED_PROXIES', 'loopback, 10.1.0.0/16,fd00::1', { trustedProxies: ['loopback', '10.1.0.0/16', 'fd00::1'] }],
  ['TLS_CERT_FILE', '/srv/tls.crt', {}],
  ['TLS_KEY_FILE', '/srv/tls.key', { tls: { certFile: '/srv/tls.crt', keyFile: '/srv/tls.key' } }],
  ['CONNECT_ORIGINS', 'https://maps.example/', { connectOrigins: ['https://maps.example'] }],
  ['DEPLOY_ROOT', '/srv/deploy', { deployRoot: '/srv/deploy' }],
  ['BRAND_FILE', '/srv/brand.json', { brandFile: '/srv/brand.json' }],
  [
    'DEMO_MODE',
    'off',
    {
      demo: false,
      emailFormat: 'standard',
      passwordRule: 'length',
      textCountries: ['CA', 'US'],
      acceptsLocalKeys: false,
    },
  ],
  ['INVITED_DOMAINS', 'approved', { invitedDomains: 'approved' }],
  ['SESSION_IDLE_MINUTES', '20', { sessionIdleMinutes: 20 }],
  ['HOSPITAL_TIME_ZONE', 'America/Halifax', { timeZone: 'America/Halifax' }],
  ['STAFF_OIDC_PROVIDERS', 'hospital', {}],
  ['STAFF_OIDC_HOSPITAL_NAME', 'Northside', { signInProviders: [{ id: 'hospital', name: 'Northside' }] }],
  ['PIN_DIGITS', '6', { pinDigits: 6 }],
  ['DEV_MODE', '1', { dev: true }],
  ['EARLY_HINTS', '1', { earlyHints: true }],
  ['ALLOW_OVERRIDES', 'on', { overrides: true }],
  ['ALLOW_LOCAL_WORK', 'read', { localWork: 'read' }],
  ['OPERATOR_TOKEN', 'a-token-of-the-operator', { operators: { isOpen: false, token: 'a-token-of-the-operator' } }],
  ['LIMIT_CONNECTIONS_PER_ADDRESS', '50', { connectionsPerAddress: 50 }],
  ['LIMIT_CALLS_PER_PROCESS', '20', { callsPerProcess: 20 }],
  ['GENEROUS_NETWORKS', '203.0.113.0/24', { generousNetworks: ['203.0.113.0/24'] }],
  ['PUBLIC_URL', 'https://lodestar.example/', { publicUrl: 'https://lodestar.example' }],
  ['GUEST_ORIGIN', 'https://guests.example/', { guestOrigin: 'https://guests.example' }],
  ['GATEWAYS', 'https://a.example, https://b.example/', { gateways: ['https://a.example', 'https://b.example'] }],
  ['GATEWAY_DATABASE_URL', 'postgres://g:s@localhost/name', { databaseUrl: 'postgres://g:s@localhost/name' }],
  ['TEAM_KEYS_FILE', '/srv/teams.json', { teamsFile: '/srv/teams.json' }],
];

/** Wrong values, some of which a message must not repeat. */
const WRONG = `
  PORT=99999 API_URL=https://api.example,ftp://user:secret@x RECORDER_URL=recorder.example RECORDER_UPSTREAM=10.0.0.7
  TRUSTED_PROXIES=10.0.0.0/8,proxy TLS_CERT_FILE=/srv/tls.crt CONNECT_ORIGINS=https://maps.example,* DEMO_MODE=perhaps
  SURVEY_RETENTION=some SURVEY_TOKENS=some INVITED_DOMAINS=some DEV_MODE=? EARLY_HINTS=? GATEWAYS=b.example
  ALLOW_OVERRIDES=sometimes ALLOW_LOCAL_WORK=yes OPERATOR_TOKEN=secret LIMIT_CONNECTIONS_PER_ADDRESS=0 LIMIT_CALLS_PER_PROCESS=0
  GENEROUS_NETWORKS=ward
  PUBLIC_URL=user:secret@x GUEST_ORIGIN=guests.example EMAIL_FORMAT=any PASSWORD_RULE=any PIN_DIGITS=5 TEXT_COUNTRIES=+1,France SESSION_IDLE_MINUTES=0
  HOSPITAL_TIME_ZONE=Toronto INTERNAL_KEY_FILE=/srv/inside.key INTERNAL_CALLERS=* HTTPS_PROXY=proxy.example HTTP_PROXY=ftp://user:secret@proxy
  GATEWAY_DATABASE_URL=mysql://user:secret@x STAFF_OIDC_PROVIDERS=A-hospital! OTEL_EXPORTER_OTLP_ENDPOINT=collector OTEL_TRACES_SAMPLER_ARG=10%`;

describe('readConfig', () => {
  it('needs no settings in a demo', () => {
    const recorder = { url: 'http://localhost:3002/', authorizer: 'demo-recorder-key', retention: 'drop' };
    const inRepository = (...path: string[]) => join(REPO, ...path);
    assert.deepEqual(readConfig({}), {
      ...{ port: 3000, host: 'localhost', publicUrl: 'http://localhost:3000', apiUrls: ['http://127.0.0.1:3001'] },
      ...{ recorder, surveyTokens: true, recorderUpstreams: [], trustedProxies: [], connectOrigins: [], gateways: [] },
      ...{ deployRoot: inRepository('.lodestar', 'deploy'), brandFile: inRepository('shell', 'brand.json') },
      ...{ teamsFile: inRepository('.lodestar', 'keys', 'teams.json'), overrides: true, acceptsLocalKeys: true },
      localWork: 'write',
      ...{
        demo: true,
        invitedDomains: 'approved',
        emailFormat: 'basic',
        passwordRule: 'classes',
        pinDigits: 4,
        sessionIdleMinutes: 30,
        signInProviders: [],
      },
      ...{ timeZone: 'America/Toronto' },
      ...{
        dev: false,
        earlyHints: false,
        operators: { isOpen: true },
        connectionsPerAddress: 1_000,
        callsPerProcess: 50,
        generousNetworks: [],
      },
    });
  });

  it('reads every setting from the environment', () => {
    const config = readConfig(Object.fromEntries(SETTINGS));
    assert.deepEqual(config, Object.assign({ surveyTokens: true }, ...SETTINGS.map(([, , read]) => read)));
  });

  it('reports every invalid setting at once, new ones included, and repeats no address', () => {
    const asked = new Set<string>();
    const wrong: NodeJS.ProcessEnv = Object.fromEntries(
      WRONG.trim()
        .split(/\s+/)
        .map((one) => one.split('=')),
    );
    const env = new Proxy(wrong, {
      get(target, name) {
        asked.add(String(name));
        return Reflect.get(target, name);
      },
    });
    assert.throws(
      () => readConfig(env),
      (error: Error) => {
        const named = [...error.message.matchAll(/([A-Z_]+) (?:must be|is missing)/g)].map(([, name]) => name);
        const anyText = [
          'HOST',
          'DATA_ROOT',
          'DEPLOY_ROOT',
          'BRAND_FILE',
          'TEAM_KEYS_FILE',
          'TLS_CERT_FILE',
          'INTERNAL_KEY_FILE',
          'NO_PROXY',
        ];
        assert.deepEqual(named.sort(), [...asked].filter((name) => !anyText.includes(name)).sort());
        return !error.message.includes('secret');
      },
    );
  });

  it('allows test versions and local work by default only in a demo that other machines can’t reach', () => {
    const allowed = (env: NodeJS.ProcessEnv) => {
      const { overrides, acceptsLocalKeys, localWork } = readConfig(env);
      return [overrides, acceptsLocalKeys, localWork];
    };
    assert.deepEqual(allowed({ PUBLIC_URL: 'http://127.0.0.1:4300' }), [true, true, 'write']);
    assert.deepEqual(allowed({ ALLOW_OVERRIDES: '0' }), [false, false, 'write']);
    for (const change of [{ HOST: '0.0.0.0' }, { PUBLIC_URL: 'https://demo.hospital.example' }]) {
      assert.deepEqual(allowed(change), [false, false, 'off']);
      assert.deepEqual(allowed({ ...change, ALLOW_OVERRIDES: '1' }), [true, false, 'off']);
    }
    assert.deepEqual(allowed({ ...PRODUCTION, PUBLIC_URL: 'http://localhost:3000' }), [false, false, 'off']);
  });

  it('limits invitations to approved domains in a demo only, and has pages post surveys to a gateway that forwards them', () => {
    const env = { RECORDER_UPSTREAM: 'http://10.0.0.7:3002', PUBLIC_URL: 'https://hospital.example' };
    assert.equal(readConfig(env).recorder.url, 'https://hospital.example/recorder/');
    assert.equal(readConfig(PRODUCTION).invitedDomains, 'any');
    assert.equal(readConfig({ ...PRODUCTION, EMAIL_FORMAT: 'basic' }).emailFormat, 'basic');
    assert.equal(readConfig({ INVITED_DOMAINS: 'any' }).invitedDomains, 'any');
  });

  it('rejects contradictory or incomplete settings', () => {
    const several = { ...PRODUCTION, GATEWAYS: 'https://a.hospital.example' };
    const database = { GATEWAY_DATABASE_URL: 'postgres://gateway@database/lodestar?sslmode=verify-full' };
    const sameHost = { ...PRODUCTION, GUEST_ORIGIN: `${PRODUCTION.PUBLIC_URL}:8443` };
    const cases: [NodeJS.ProcessEnv, RegExp][] = [
      [sameHost, /GUEST_ORIGIN must be an address with another host name than PUBLIC_URL/],
      [{ DEMO_MODE: '0' }, /PUBLIC_URL is missing; RECORDER_URL is missing; RECORDER_AUTHORIZER is missing/],
      [{ TLS_KEY_FILE: '/srv/tls.key' }, /TLS_CERT_FILE is missing/],
      [{ TLS_CERT_FILE: '/srv/tls.crt' }, /TLS_KEY_FILE is missing/],
      [several, /GATEWAY_DATABASE_URL is missing/],
      [
        { GATEWAY_DATABASE_URL: 'mysql://database' },
        /GATEWAY_DATABASE_URL must be an address that starts with postgres:/,
      ],
    ];
    for (const [env, message] of cases) assert.throws(() => readConfig(env), message);
    assert.equal(readConfig({ ...several, ...database }).databaseUrl, database.GATEWAY_DATABASE_URL);
    assert.deepEqual(readConfig(PRODUCTION).operators, { isOpen: false });
    for (const right of ['10.0.0.0/8', 'fd00::/128', 'uniquelocal', '']) readConfig({ TRUSTED_PROXIES: right });
    for (const wrong of ['10.0.0.0/33', '10.0.0', 'fd00::/129', 'all', '10.0.0.0/8/8'])
      assert.throws(() => readConfig({ TRUSTED_PROXIES: wrong }), /TRUSTED_PROXIES must be/, wrong);
  });

  it('PUBLIC_URL outside a demo must use HTTPS, except for localhost', () => {
    const at = (url: string) => readConfig({ ...PRODUCTION, PUBLIC_URL: url }).publicUrl;
    assert.throws(() => at('http://hospital.example'), /PUBLIC_URL must be .*https:/);
    assert.equal(at('http://localhost:3000'), 'http://localhost:3000');
  });

  it('offers phone numbers of every country in a demo, of North America otherwise, or of the listed countries', () => {
    assert.equal(readConfig({}).textCountries, undefined);
    assert.deepEqual(readConfig(PRODUCTION).textCountries, ['CA', 'US']);
    assert.deepEqual(readConfig({ ...PRODUCTION, TEXT_COUNTRIES: 'CA, +33' }).textCountries, ['CA', '33']);
  });
});

it('languageOf is French or English, whichever the browser prefers', () => {
  const french = ['fr-CA', 'fr', 'en;q=0.4, fr-CA;q=0.9'];
  for (const header of [undefined, '', 'fr;q=0.1, en', 'de, fr;q=0', ';;;,=', ...french])
    assert.equal(languageOf(header), french.includes(header ?? '') ? 'fr' : 'en', header);
});
