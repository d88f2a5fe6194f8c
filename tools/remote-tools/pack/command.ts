import { readArguments, resolveInputPath } from '../../../gateway/common/command-line.ts';
import { PlainError } from '../../../gateway/common/plain-error.ts';
import { runCommand } from '../../commands/running/running.ts';
import { packPlatform } from './pack.ts';

const USAGE = `Writes what a remote's own repository needs of this one: shared-ui and remote-tools, to be installed with npm, and
the schemas of remote.json and registry.json.

  npm run pack-platform -- --to <folder>`;

runCommand(async () => {
  const { values, positionals } = readArguments(process.argv.slice(2), {
    to: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  });
  if (values.help || values.to === undefined || positionals.length > 0) throw new PlainError(USAGE);
  const to = resolveInputPath(values.to);
  const files = await packPlatform(to);
  console.log(`${to} holds ${files.join(', ')}.`);
});
