import assert from 'node:assert/strict';
import { access, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { shellCommand } from 'e2e/kit/start-shell';
import { startPackaged } from './command.ts';
import { inFolder } from './source.ts';

/** Installs a package in place of the shell, whose command runs this script. Returns that command. */
async function install(project: string, script: string): Promise<string> {
  const folder = join(project, 'node_modules', 'lodestar-shell');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'run.mjs'), script);
  await writeFile(join(folder, 'package.json'), JSON.stringify({ bin: { 'lodestar-shell': 'run.mjs' } }));
  return (await shellCommand(project)) ?? '';
}

const SERVES = `
import { mkdirSync } from 'node:fs';
const data = process.argv[process.argv.indexOf('--data') + 1];
mkdirSync(data + '/deploy');
console.log('Lodestar runs at http://localhost:4300\\n');
setInterval(() => undefined, 1000);
`;

test('the packaged shell is used where a project has it, with data that is removed afterwards', async () => {
  await inFolder(async (project) => {
    assert.equal(await shellCommand(project), undefined);
    const shell = await startPackaged(await install(project, SERVES));
    assert.equal(shell.url, 'http://localhost:4300');
    assert.equal(shell.recorderUrl, 'http://localhost:4300/recorder/');
    await access(shell.deployRoot);
    await shell.stop();
    await assert.rejects(access(dirname(shell.deployRoot)));
  });
});

test('a packaged shell that has ended is reported with what it printed', async () => {
  await inFolder(async (project) => {
    const command = await install(project, "console.error('Port 4300 is in use.');\nprocess.exit(1);\n");
    await assert.rejects(startPackaged(command), /^PlainError: .*lodestar-shell has ended:\nPort 4300 is in use\./s);
  });
});
