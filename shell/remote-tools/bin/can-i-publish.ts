#!/usr/bin/env node
import { runCommand } from '../../commands/run-command.ts';
import { canIPublish } from '../../gateway/gate/command.ts';

runCommand(() => canIPublish(process.argv.slice(2), process.env.DEPLOY_ROOT || undefined));
