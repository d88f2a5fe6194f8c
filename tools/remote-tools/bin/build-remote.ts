#!/usr/bin/env node
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

// webpack's command from the version that these tools depend on, wherever npm installed it.
const cli = dirname(createRequire(import.meta.url).resolve('webpack-cli/package.json'));
const args = [join(cli, 'bin', 'cli.js'), '--config', 'webpack.config.cjs', ...process.argv.slice(2)];
const build = spawn(process.execPath, args, { stdio: 'inherit' });
build.on('exit', (code) => {
  process.exitCode = code ?? 1;
});
