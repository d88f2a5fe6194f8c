#!/usr/bin/env node
import { runCommand } from '../../commands/run-command.ts';
import { PlainError } from '../../gateway/plain-error.ts';

/** The lock that publishers share is a database, which Node opens by itself from here on. */
const NEEDED_MAJOR = 24;

runCommand(async () => {
  if (Number.parseInt(process.versions.node, 10) < NEEDED_MAJOR) {
    throw new PlainError(`Publishing needs Node ${NEEDED_MAJOR} or newer; this is ${process.version}.`);
  }
  if (!process.env.DEPLOY_ROOT) {
    throw new PlainError('DEPLOY_ROOT must name the folder from which the gateway serves the product.');
  }
  const { publishRemote } = await import('../../gateway/publish-remote.ts');
  await publishRemote(process.argv.slice(2));
});
