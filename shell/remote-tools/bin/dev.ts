#!/usr/bin/env node
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { runCommand } from '../../commands/run-command.ts';
import { PlainError, reasonOf } from '../../gateway/plain-error.ts';

/** The lock of a development is a database, which Node opens by itself from here on. */
const NEEDED_MAJOR = 24;

function parseArguments() {
  try {
    const options = { shell: { type: 'string' }, minutes: { type: 'string' }, key: { type: 'string' } } as const;
    return parseArgs({ options }).values;
  } catch (thrown) {
    throw new PlainError(`${reasonOf(thrown).split('. ')[0]}.`);
  }
}

runCommand(async () => {
  if (Number.parseInt(process.versions.node, 10) < NEEDED_MAJOR) {
    throw new PlainError(`dev needs Node ${NEEDED_MAJOR} or newer; this is ${process.version}.`);
  }
  const { shell, minutes, key } = parseArguments();
  if (shell === undefined) {
    throw new PlainError('Name the shell to show the remote in, e.g. dev --shell https://lodestar.example.org');
  }
  const folder = process.env.INIT_CWD ?? process.cwd();
  process.env.DATA_ROOT ??= resolve(folder, '.lodestar');
  const { DEV_MINUTES, readShell, runElsewhere } = await import('../../commands/development/elsewhere/command.ts');
  const { readMinutes } = await import('../../gateway/override/command.ts');
  const { nameOfPackage } = await import('../../gateway/package-build.ts');
  await runElsewhere({
    env: process.env,
    name: await nameOfPackage(folder),
    folder,
    standsOn: [],
    shell: readShell(shell),
    minutes: readMinutes(minutes, DEV_MINUTES),
    key,
  });
});
