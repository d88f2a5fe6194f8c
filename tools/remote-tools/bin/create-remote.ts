#!/usr/bin/env node
import { runCommand } from '../../../gateway/common/plain-error.ts';
import { createRemote } from '../create/create-remote.ts';

runCommand(async () => console.log(await createRemote(process.argv.slice(2))));
