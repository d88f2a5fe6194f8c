import assert from 'node:assert/strict';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { readConfig } from './config.ts';
import { ConfigError, type Environment } from './environment.ts';
import { readRecorderConfig } from './recorder/config.ts';

function problemsOf(read: () => unknown): readonly string[] {
  try {
    read();
  } catch (error) {
    assert.ok(error instanceof ConfigError);
    return error.problems;
  }
  return [];
}

function brandFile(content: string): string {
  const file = join(mkdtempSync(join(tmpdir(), 'brand-')), 'brand.json');
  writeFileSync(file, content);
  return file;
}

describe('the configuration', () => {
  it('is a demo on this machine by default', () => {
    const { host, port, database, demo, pinFallback, publicUrl, approvedDomains, brand } = readConfig({});
    assert.deepEqual([host, port, database.url, demo.on, demo.reset], ['127.0.0.1', 3001, undefined, true, false]);
    assert.match(database.file, /[\\/]\.lodestar[\\/]data[\\/]api\.sqlite$/);
    assert.deepEqual([pinFallback, publicUrl, approvedDomains], ['1379', 'http://localhost:3000', ['example.org']]);
    assert.equal(brand.hospital, 'Northside General Hospital');
  });

  it('has a fallback PIN outside a demo only when one is set', () => {
    assert.equal(readConfig({ DEMO_MODE: '0' }).pinFallback, undefined);
    assert.equal(readConfig({ DEMO_MODE: 'off', PIN_FALLBACK: '4821' }).pinFallback, '4821');
  });

  it('names every problem at once', () => {
    const env: Environment = {
      PORT: '70000',
      DEMO_MODE: '0',
      DEMO_RESET: '1',
      PIN_FALLBACK: '12345',
      DATABASE_URL: 'mysql://secret@host/db',
      PUBLIC_URL: 'localhost',
      SMTP_URL: 'mail.example.org',
      SMS_WEBHOOK_URL: 'ftp://x',
      LOG_LEVEL: 'loud',
      BRAND_FILE: '/does/not/exist.json',
      LIMIT_LOGIN_FAILURES: '0',
      LIMIT_TEXTS_PER_DAY: 'many',
      SESSION_IDLE_MINUTES: '-5',
      TEXT_COUNTRIES: '+1,France',
      APPROVED_DOMAINS: 'hospital.example,@other.example',
      TRUSTED_PROXIES: 'loopback,the gateway',
    };
    const problems = problemsOf(() => readConfig(env));
    assert.equal(problems.length, 15, problems.join('\n'));
    assert.doesNotMatch(problems.join('\n'), /secret/);
    console.log(
      `configuration of the API: ${problems.length} problems of ${Object.keys(env).length} settings named at once`,
    );
  });

  it('of the recorder has every problem named at once', () => {
    const env: Environment = {
      PORT: 'abc',
      DEMO_MODE: '0',
      SURVEY_RETENTION: 'some',
      ALLOWED_ORIGINS: 'hospital',
      DATABASE_URL: 'mysql://secret@host/db',
      LOG_LEVEL: 'loud',
    };
    const problems = problemsOf(() => readRecorderConfig(env)).join('\n');
    for (const name of ['PORT', 'SURVEY_RETENTION', 'ALLOWED_ORIGINS', 'DATABASE_URL', 'LOG_LEVEL', 'AUTHORIZER_KEY']) {
      assert.match(problems, new RegExp(`${name} (must be|is missing)`));
    }
    assert.doesNotMatch(problems, /secret/);
  });

  it('reads the brand file, and names each field that is missing', () => {
    const brand = {
      name: 'Compass',
      hospital: 'Lakeside Hospital',
      supportEmail: 'help@example.org',
      supportPhones: [{ number: '+1 416 555 0111', extension: '123' }],
    };
    const read = (content: string) => readConfig({ BRAND_FILE: brandFile(content) });
    const { supportPhones: _phones, ...own } = brand;
    assert.deepEqual(read(JSON.stringify(brand)).brand, { ...own, supportPhone: '+1 416 555 0111' });
    const problems = problemsOf(() => read(JSON.stringify({ name: 'Compass', supportPhones: [{}] })));
    for (const field of ['hospital', 'supportEmail', 'supportPhones[0].number']) {
      assert.ok(
        problems.some((problem) => problem.includes(`"${field}"`)),
        field,
      );
    }
    assert.match(problemsOf(() => read('{'))[0] ?? '', /is not valid JSON/);
    assert.match(problemsOf(() => read('[]'))[0] ?? '', /does not hold a JSON object/);
  });

  it('of the recorder wants a key of its own outside a demo, and keeps answers there', () => {
    assert.match(problemsOf(() => readRecorderConfig({ DEMO_MODE: '0' }))[0] ?? '', /AUTHORIZER_KEY is missing/);
    assert.equal(readRecorderConfig({ DEMO_MODE: '0', AUTHORIZER_KEY: 'k' }).keepAnswers, true);
    const demo = readRecorderConfig({});
    assert.deepEqual(
      [demo.port, demo.keepAnswers, demo.authorizer],
      [3002, false, { header: 'authorizer', key: 'demo-recorder-key' }],
    );
    assert.equal(readRecorderConfig({ SURVEY_RETENTION: 'keep' }).keepAnswers, true);
    assert.equal(problemsOf(() => readRecorderConfig({ SURVEY_RETENTION: 'some' })).length, 1);
  });
});
