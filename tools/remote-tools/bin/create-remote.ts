#!/usr/bin/env node
import { runCommand } from 'server-kit/plain-error';
import { createRemote } from '../create/create-remote.ts';

runCommand(async () => console.log(await createRemote(process.argv.slice(2))));
