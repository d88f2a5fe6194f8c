import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { runCommand } from '../../commands/running.ts';
import { PlainError } from '../../gateway/plain-error.ts';
import { packPlatform } from './pack.ts';

const USAGE = `Writes what a remote's own repository needs of this one: shared-ui and remote-tools, to be installed with npm, and
the schemas of remote.json and registry.json.

  npm run pack-platform -- --to <folder>`;

runCommand(async () => {
  const { values } = parseArgs({ options: { to: { type: 'string' } } });
  if (values.to === undefined) throw new PlainError(USAGE);
  const to = resolve(process.env.INIT_CWD ?? process.cwd(), values.to);
  const files = await packPlatform(to);
  console.log(`${to} holds ${files.join(', ')}.`);
});
