#!/usr/bin/env node
import { runCommand } from 'server-kit/plain-error';
import { upgrade } from '../upgrade/upgrade.ts';

runCommand(() => upgrade(process.argv.slice(2), process.env.INIT_CWD ?? process.cwd()));
