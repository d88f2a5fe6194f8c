import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { temporaryFolder, writeFiles } from 'gateway/testing/fixtures';
import { REPO } from 'server-kit/paths';
import { exportCommands, readLines, readSettings, withSettings } from './settings-file.ts';

/** Values that a shell or sed would change. */
const VALUES = {
  SMS_WEBHOOK_URL: 'https://texts.example/send?user=a&key=b;c|d',
  SMTP_URL: 'smtp://user:p$w`rd"\\@mail.example:587',
  BRAND_FILE: `/l'étoile/"$1"\\.json`,
  COMMENTED: 'a#b # c',
  AGREEMENT_VERSIONS: 'nda:1.0,privacy:1.0',
  TEXT_COUNTRIES: 'CA,US',
  EMPTY: '',
};
const SETTINGS = new Map(Object.entries(VALUES));

/** Returns what a shell has after these commands. */
function inShell(commands: string): Record<string, string | undefined> {
  const print = `${process.execPath} -p 'JSON.stringify(process.env)'`;
  return JSON.parse(execFileSync('sh', ['-c', `${commands}\n${print}`], { encoding: 'utf8' }));
}

describe('a file of settings', () => {
  it('keeps each value, whatever it contains, and so do shells that read it', () => {
    const text = withSettings('# A comment\nSMTP_URL=\nOTHER=1\n', SETTINGS);
    assert.match(text, /^# A comment\nSMTP_URL='smtp:.+\nOTHER=1\nSMS_WEBHOOK_URL='https:/);
    assert.deepEqual(readSettings(text, 'file'), new Map([['SMTP_URL', VALUES.SMTP_URL], ['OTHER', '1'], ...SETTINGS]));
    for (const commands of [`set -a\n${text}`, exportCommands(SETTINGS)]) {
      const env = inShell(commands);
      for (const [name, value] of SETTINGS) assert.equal(env[name], value, name);
    }
  });

  it('may be written by hand, without quotes', () => {
    const text = `SMS_WEBHOOK_URL=${VALUES.SMS_WEBHOOK_URL}\n; a comment\n\nNAME = a\nSPACED=a b \n`;
    assert.throws(() => readSettings(text, 'file'), /^PlainError: Line 4 of file is not a setting/);
    const read = readSettings(text.replace('NAME = a\n', ''), 'file');
    assert.deepEqual([...read.values()], [VALUES.SMS_WEBHOOK_URL, 'a b']);
    assert.throws(() => readSettings("A='open\n", 'file'), /Line 1 of file/);
  });

  it('takes lines literally, and never repeats a value in a message', () => {
    assert.deepEqual(readLines(`A='b' & "c"\n`), new Map([['A', `'b' & "c"`]]));
    assert.throws(
      () => readLines('A=1\nsecret'),
      (error: Error) => /Line 2/.test(error.message) && !/secret/.test(error.message),
    );
  });

  it('is for its owner alone when the command creates it, and keeps its mode', async (test) => {
    const folder = await temporaryFolder(test);
    const file = join(folder, 'made.env');
    const run = (args: string[], input = '') =>
      spawnSync(process.execPath, [join(REPO, 'tools/commands/settings.ts'), ...args], { input, encoding: 'utf8' });
    assert.equal(run(['set', file], `SMS_WEBHOOK_URL=${VALUES.SMS_WEBHOOK_URL}\n`).status, 0);
    assert.equal(statSync(file).mode & 0o777, 0o600);
    assert.equal(inShell(run(['load', file]).stdout).SMS_WEBHOOK_URL, VALUES.SMS_WEBHOOK_URL);
    await writeFiles(folder, { 'bad.env': 'A\n' });
    const refused = run(['set', join(folder, 'bad.env')], 'B=1\n');
    assert.deepEqual([refused.status, readFileSync(join(folder, 'bad.env'), 'utf8')], [1, 'A\n']);
    assert.match(run(['load', join(folder, 'no.env')]).stderr, /^.+no\.env does not exist\.\n$/);
  });
});
