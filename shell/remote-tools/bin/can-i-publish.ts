#!/usr/bin/env node
import { resolve } from 'node:path';
import { runCommand } from '../../commands/run-command.ts';
import { answerLines, examineBuild } from '../ask/can-i-publish.ts';

runCommand(async () => {
  const [folder = 'dist'] = process.argv.slice(2);
  const answers = await examineBuild(resolve(process.env.INIT_CWD ?? process.cwd(), folder));
  for (const line of answerLines(answers)) console.log(line);
  process.exitCode = answers.every(({ faults }) => faults.length === 0) ? 0 : 1;
});
