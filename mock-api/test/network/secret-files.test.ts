/** Secrets in files instead of the environment. */
import assert from 'node:assert/strict';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it, type TestContext } from 'node:test';
import { EnvironmentReader } from 'server-kit/environment';
import { readConfig } from '../../src/config/config.ts';
import { withOwnerUrl } from '../../src/db/roles.ts';
import { readRecorderConfig } from '../../src/recorder/config.ts';

async function newSecret(test: TestContext, content: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'secret-'));
  test.after(() => rm(folder, { recursive: true }));
  const file = join(folder, 'secret');
  await writeFile(file, content, { mode: 0o600 });
  return file;
}

it('a secret is read from the file that NAME_FILE names, without the newline at its end', async (test) => {
  const file = await newSecret(test, 'postgres://u:p@localhost/db\n');
  assert.equal(readConfig({ DATABASE_URL_FILE: file }).database.url, 'postgres://u:p@localhost/db');
  const key = await newSecret(test, 'a-key-of-this-test-alone\r\n');
  assert.equal(readRecorderConfig({ AUTHORIZER_KEY_FILE: key }).authorizer.key, 'a-key-of-this-test-alone');
  const owner = withOwnerUrl({ DATABASE_URL: 'postgres://app@localhost/db', DATABASE_OWNER_URL_FILE: file });
  assert.equal(readConfig(owner).database.url, 'postgres://u:p@localhost/db');
});

it('a secret that is set twice, missing or empty stops the start, without showing it', async (test) => {
  const file = await newSecret(test, '\n');
  const cases: [Record<string, string>, RegExp][] = [
    [
      { SURVEY_TOKEN_KEY: 'secret', SURVEY_TOKEN_KEY_FILE: file },
      /SURVEY_TOKEN_KEY and SURVEY_TOKEN_KEY_FILE are both set/,
    ],
    [{ SURVEY_TOKEN_KEY_FILE: '/no/such/file' }, /SURVEY_TOKEN_KEY_FILE names a file that can't be read/],
    [{ SMTP_URL_FILE: file }, /SMTP_URL_FILE names an empty file/],
  ];
  for (const [settings, says] of cases)
    assert.throws(
      () => readConfig(settings),
      (error: Error) => says.test(error.message) && !error.message.includes('"secret"'),
    );
  assert.equal(new EnvironmentReader({ LOG_LEVEL_FILE: file }).text('LOG_LEVEL'), undefined);
});

it('a file that every user can read is warned about once', async (test) => {
  const file = await newSecret(test, 'smtp://127.0.0.1:9');
  const warnings: string[] = [];
  const note = ({ message }: Error) => void warnings.push(message);
  process.on('warning', note);
  test.after(() => process.off('warning', note));
  const read = () => assert.equal(readConfig({ SMTP_URL_FILE: file }).smtpUrl, 'smtp://127.0.0.1:9');
  const delivered = () => new Promise((done) => setImmediate(done));
  read();
  await delivered();
  assert.deepEqual(warnings, []);
  await chmod(file, 0o644);
  read();
  read();
  await delivered();
  assert.equal(warnings.length, 1);
  assert.match(warnings[0] ?? '', /SMTP_URL_FILE names a file that every user of this machine can read/);
});
