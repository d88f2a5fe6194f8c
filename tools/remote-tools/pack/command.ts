import { readArguments, resolveInputPath } from 'server-kit/command-line';
import { PlainError } from 'server-kit/plain-error';
import { runCommand } from '../../commands/running/running.ts';
import { PACKAGES, type PackageName, packPlatform } from './pack.ts';

const USAGE = `Packs what a separate repository for a remote needs: npm packages, and the schemas of remote.json and registry.json.

  npm run pack-platform -- --to <folder>
    --only shared-ui,remote-tools     some of the packages: ${PACKAGES.join(', ')}`;

/** Parses the packages after `--only`; all without it. Throws PlainError for an unknown name. */
function readNames(input: string | undefined): readonly PackageName[] {
  if (input === undefined) return PACKAGES;
  return input.split(',').map((name) => {
    const known = PACKAGES.find((one) => one === name);
    if (known !== undefined) return known;
    throw new PlainError(`There is no package "${name}" to pack; there are ${PACKAGES.join(', ')}.`);
  });
}

runCommand(async () => {
  const { values, positionals } = readArguments(process.argv.slice(2), {
    to: { type: 'string' },
    only: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  });
  if (values.help || values.to === undefined || positionals.length > 0) throw new PlainError(USAGE);
  const to = resolveInputPath(values.to);
  const files = await packPlatform(to, readNames(values.only));
  console.log(`Wrote ${files.join(', ')} to ${to}.`);
});
