#!/usr/bin/env node
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { PlainError, runCommand } from 'server-kit/plain-error';
import { typeErrors } from '../type-check.ts';

/** Runs webpack's command from the version that these tools depend on, wherever npm installed it. */
function runWebpack(args: string[]): void {
  const cli = dirname(createRequire(import.meta.url).resolve('webpack-cli/package.json'));
  const all = [join(cli, 'bin', 'cli.js'), '--config', 'webpack.config.cjs', ...args];
  spawn(process.execPath, all, { stdio: 'inherit' }).on('exit', (code) => {
    process.exitCode = code ?? 1;
  });
}

runCommand(async () => {
  const args = process.argv.slice(2);
  // Before webpack, whose federation plugin reports a wrong import as a failure of its own, without the place.
  const errors = args.includes('--watch') ? '' : await typeErrors(process.cwd());
  if (errors !== '') throw new PlainError(`${errors}\n\nNothing was built.`);
  runWebpack(args);
});
