import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { languageOf } from '../common/messages.ts';
import { REPO } from '../common/paths.ts';
import { testConfig } from '../testing/fixtures.ts';
import { readConfig, shownPath } from './config.ts';

const PRODUCTION = {
  DEMO_MODE: '0',
  PUBLIC_URL: 'https://lodestar.hospital.example',
  RECORDER_URL: 'https://recorder.hospital.example',
  RECORDER_AUTHORIZER: 'key',
};

describe('readConfig', () => {
  it('needs no settings in a demo', () => {
    assert.deepEqual(readConfig({}), {
      ...testConfig(),
      port: 3000,
      host: 'localhost',
      apiUrls: ['http://127.0.0.1:3001'],
      deployRoot: join(REPO, '.lodestar', 'deploy'),
      overrides: true,
      acceptsLocalKeys: true,
      teamsFile: join(REPO, '.lodestar', 'keys', 'teams.json'),
    });
  });

  it('allows test versions by default only in a demo that other machines can’t reach', () => {
    const allowed = (env: NodeJS.ProcessEnv) => {
      const { overrides, acceptsLocalKeys } = readConfig(env);
      return [overrides, acceptsLocalKeys];
    };
    assert.deepEqual(allowed({ PUBLIC_URL: 'http://127.0.0.1:4300' }), [true, true]);
    assert.deepEqual(allowed({ ALLOW_OVERRIDES: '0' }), [false, false]);
    for (const change of [{ HOST: '0.0.0.0' }, { PUBLIC_URL: 'https://demo.hospital.example' }]) {
      assert.deepEqual(allowed(change), [false, false]);
      assert.deepEqual(allowed({ ...change, ALLOW_OVERRIDES: '1' }), [true, false]);
    }
    assert.deepEqual(allowed({ ...PRODUCTION, PUBLIC_URL: 'http://localhost:3000' }), [false, false]);
  });

  it('reads every setting from the environment', () => {
    const config = readConfig({
      PORT: '8080',
      HOST: '0.0.0.0',
      API_URL: 'https://api.hospital.example/, https://second.hospital.example',
      RECORDER_URL: 'https://recorder.hospital.example/in',
      RECORDER_UPSTREAM: 'http://10.0.0.7:3002, http://10.0.0.8:3002',
      RECORDER_AUTHORIZER: 'key',
      TRUSTED_PROXIES: 'loopback, 10.1.0.0/16,fd00::1',
      TLS_CERT_FILE: '/srv/tls.crt',
      TLS_KEY_FILE: '/srv/tls.key',
      CONNECT_ORIGINS: 'https://maps.hospital.example/, https://beds.hospital.example',
      DEPLOY_ROOT: '/srv/deploy',
      BRAND_FILE: '/srv/brand.json',
      DEMO_MODE: 'off',
      INVITED_DOMAINS: 'approved',
      SESSION_IDLE_MINUTES: '20',
      STAFF_OIDC_PROVIDERS: 'hospital',
      STAFF_OIDC_HOSPITAL_NAME: 'Northside',
      DEV_MODE: '1',
      EARLY_HINTS: '1',
      ALLOW_OVERRIDES: 'on',
      OPERATOR_TOKEN: 'a-token-of-the-operator',
      LIMIT_CONNECTIONS_PER_ADDRESS: '50',
      GENEROUS_NETWORKS: '203.0.113.0/24',
      PUBLIC_URL: 'https://lodestar.hospital.example/',
      GUEST_ORIGIN: 'https://guests.hospital.example/',
      GATEWAYS: 'https://a.hospital.example, https://b.hospital.example/',
      TEAM_KEYS_FILE: '/srv/teams.json',
    });
    assert.deepEqual(config, {
      port: 8080,
      host: '0.0.0.0',
      apiUrls: ['https://api.hospital.example', 'https://second.hospital.example'],
      recorder: { url: 'https://recorder.hospital.example/in', authorizer: 'key', retention: 'keep' },
      surveyTokens: true,
      recorderUpstreams: ['http://10.0.0.7:3002', 'http://10.0.0.8:3002'],
      trustedProxies: ['loopback', '10.1.0.0/16', 'fd00::1'],
      tls: { certFile: '/srv/tls.crt', keyFile: '/srv/tls.key' },
      connectOrigins: ['https://maps.hospital.example', 'https://beds.hospital.example'],
      deployRoot: '/srv/deploy',
      brandFile: '/srv/brand.json',
      demo: false,
      invitedDomains: 'approved',
      emailFormat: 'standard',
      dev: true,
      earlyHints: true,
      operators: { isOpen: false, token: 'a-token-of-the-operator' },
      connectionsPerAddress: 50,
      generousNetworks: ['203.0.113.0/24'],
      overrides: true,
      acceptsLocalKeys: false,
      publicUrl: 'https://lodestar.hospital.example',
      guestOrigin: 'https://guests.hospital.example',
      textCountries: ['1'],
      sessionIdleMinutes: 20,
      signInProviders: [{ id: 'hospital', name: 'Northside' }],
      gateways: ['https://a.hospital.example', 'https://b.hospital.example'],
      teamsFile: '/srv/teams.json',
    });
  });

  it('reports every invalid setting at once, new ones included, and repeats no address', () => {
    const asked = new Set<string>();
    const wrong: NodeJS.ProcessEnv = {
      PORT: '99999',
      API_URL: 'https://api.hospital.example,ftp://user:secret@x',
      RECORDER_URL: 'recorder.hospital.example',
      RECORDER_UPSTREAM: '10.0.0.7',
      TRUSTED_PROXIES: '10.0.0.0/8, the proxy',
      TLS_CERT_FILE: '/srv/tls.crt',
      CONNECT_ORIGINS: 'https://maps.hospital.example, *',
      DEMO_MODE: 'perhaps',
      SURVEY_RETENTION: 'some',
      SURVEY_TOKENS: 'some',
      INVITED_DOMAINS: 'some',
      DEV_MODE: '?',
      EARLY_HINTS: '?',
      GATEWAYS: 'b.hospital.example',
      ALLOW_OVERRIDES: 'sometimes',
      OPERATOR_TOKEN: 'a secret',
      LIMIT_CONNECTIONS_PER_ADDRESS: '0',
      GENEROUS_NETWORKS: 'the ward',
      PUBLIC_URL: 'user:secret@x',
      GUEST_ORIGIN: 'guests.hospital.example',
      EMAIL_FORMAT: 'any',
      TEXT_COUNTRIES: '+1,France',
      SESSION_IDLE_MINUTES: '0',
      STAFF_OIDC_PROVIDERS: 'A hospital',
      OTEL_EXPORTER_OTLP_ENDPOINT: 'collector',
      OTEL_TRACES_SAMPLER_ARG: '10 %',
    };
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
        const anyText = ['HOST', 'DATA_ROOT', 'DEPLOY_ROOT', 'BRAND_FILE', 'TEAM_KEYS_FILE', 'TLS_CERT_FILE'];
        assert.deepEqual(named.sort(), [...asked].filter((name) => !anyText.includes(name)).sort());
        return !error.message.includes('secret');
      },
    );
  });

  it('limits invitations to approved domains in a demo and not outside it, unless INVITED_DOMAINS is set', () => {
    assert.equal(readConfig(PRODUCTION).invitedDomains, 'any');
    assert.equal(readConfig({ ...PRODUCTION, EMAIL_FORMAT: 'basic' }).emailFormat, 'basic');
    assert.equal(readConfig({ INVITED_DOMAINS: 'any' }).invitedDomains, 'any');
  });

  it('rejects contradictory or incomplete settings', () => {
    const several = { ...PRODUCTION, GATEWAYS: 'https://a.hospital.example' };
    const sameHost = `${PRODUCTION.PUBLIC_URL}:8443`;
    const cases: [NodeJS.ProcessEnv, RegExp][] = [
      [
        { ...PRODUCTION, GUEST_ORIGIN: sameHost },
        /GUEST_ORIGIN must be an address with another host name than PUBLIC_URL/,
      ],
      [{ DEMO_MODE: '0' }, /PUBLIC_URL is missing; RECORDER_URL is missing; RECORDER_AUTHORIZER is missing/],
      [{ TLS_KEY_FILE: '/srv/tls.key' }, /TLS_CERT_FILE is missing/],
      [{ TLS_CERT_FILE: '/srv/tls.crt' }, /TLS_KEY_FILE is missing/],
      // In production, gateways that read from each other need it.
      [several, /OPERATOR_TOKEN is missing/],
    ];
    for (const [env, message] of cases) assert.throws(() => readConfig(env), message);
    assert.equal(readConfig({ ...several, OPERATOR_TOKEN: 'a-token-of-the-operator' }).gateways.length, 1);
    assert.deepEqual(readConfig(PRODUCTION).operators, { isOpen: false });
  });

  it('PUBLIC_URL outside a demo must use HTTPS, except for localhost', () => {
    const at = (url: string) => readConfig({ ...PRODUCTION, PUBLIC_URL: url }).publicUrl;
    assert.throws(() => at('http://hospital.example'), /PUBLIC_URL must be .*https:/);
    assert.equal(at('http://localhost:3000'), 'http://localhost:3000');
  });

  it('offers phone numbers of every country in a demo, of North America otherwise, or of the listed countries', () => {
    assert.equal(readConfig({}).textCountries, undefined);
    assert.deepEqual(readConfig(PRODUCTION).textCountries, ['1']);
    assert.deepEqual(readConfig({ ...PRODUCTION, TEXT_COUNTRIES: '+1, +33' }).textCountries, ['1', '33']);
  });

  it('has pages post surveys to the gateway when it forwards them', () => {
    const env = { RECORDER_UPSTREAM: 'http://10.0.0.7:3002', PUBLIC_URL: 'https://hospital.example' };
    assert.equal(readConfig(env).recorder.url, 'https://hospital.example/recorder/');
  });

  it('accepts only valid networks', () => {
    for (const right of ['10.0.0.0/8', 'fd00::/128', 'uniquelocal', '']) readConfig({ TRUSTED_PROXIES: right });
    for (const wrong of ['10.0.0.0/33', '10.0.0', 'fd00::/129', 'all', '10.0.0.0/8/8'])
      assert.throws(() => readConfig({ TRUSTED_PROXIES: wrong }), /TRUSTED_PROXIES must be/, wrong);
  });

  it('shows paths inside the repository relative to it', () => {
    assert.equal(shownPath(join(REPO, 'shell', 'brand.json')), join('shell', 'brand.json'));
    assert.equal(shownPath('/srv/brand.json'), '/srv/brand.json');
  });
});

describe('languageOf', () => {
  const cases: [string | undefined, string][] = [
    [undefined, 'en'],
    ['', 'en'],
    ['fr-CA', 'fr'],
    ['fr', 'fr'],
    ['en;q=0.4, fr-CA;q=0.9', 'fr'],
    ['fr;q=0.1, en', 'en'],
    ['de, fr;q=0', 'en'],
    [';;;,=', 'en'],
  ];
  it('is French or English, whichever the browser prefers', () => {
    for (const [header, language] of cases) assert.equal(languageOf(header), language, header);
  });
});
