import { readArguments, resolveInputPath } from '../../../gateway/common/command-line.ts';
import { PlainError } from '../../../gateway/common/plain-error.ts';
import { runCommand } from '../../commands/running/running.ts';
import { packPlatform } from './pack.ts';

const USAGE = `Packs what a separate repository for a remote needs: shared-ui and remote-tools as npm packages, and the schemas of
remote.json and registry.json.

  npm run pack-platform -- --to <folder>`;

runCommand(async () => {
  const { values, positionals } = readArguments(process.argv.slice(2), {
    to: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  });
  if (values.help || values.to === undefined || positionals.length > 0) throw new PlainError(USAGE);
  const to = resolveInputPath(values.to);
  const files = await packPlatform(to);
  console.log(`Wrote ${files.join(', ')} to ${to}.`);
});
