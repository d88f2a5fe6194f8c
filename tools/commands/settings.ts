import { writeFile } from 'node:fs/promises';
import { text as readAll } from 'node:stream/consumers';
import { resolveInputPath } from 'server-kit/command-line';
import { readTextIfThere } from 'server-kit/disk';
import { PlainError, runCommand } from 'server-kit/plain-error';
import { exportCommands, readLines, readSettings, withSettings } from './production/settings-file.ts';

const USAGE = `Writes and reads a file of settings without a shell: values may contain any character.

  npm run -s settings -- set FILE     reads lines of NAME=value from the input, and writes them to the file
  npm run -s settings -- load FILE    prints the file's settings as commands for the shell's eval`;

/** A new file is for its owner alone; an existing one keeps owner and mode. */
const PRIVATE = 0o600;

async function set(file: string): Promise<void> {
  const settings = readLines(await readAll(process.stdin));
  const before = (await readTextIfThere(file)) ?? '';
  readSettings(before, file);
  await writeFile(file, withSettings(before, settings), { mode: PRIVATE });
}

async function load(file: string): Promise<void> {
  const text = await readTextIfThere(file);
  if (text === undefined) throw new PlainError(`${file} does not exist.`);
  process.stdout.write(exportCommands(readSettings(text, file)));
}

runCommand(async () => {
  const [action, input, ...more] = process.argv.slice(2);
  if (input === undefined || more.length > 0 || (action !== 'set' && action !== 'load')) throw new PlainError(USAGE);
  await { set, load }[action](resolveInputPath(input));
});
