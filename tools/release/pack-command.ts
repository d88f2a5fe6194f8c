import { join, resolve } from 'node:path';
import { readArguments, resolveInputPath } from 'server-kit/command-line';
import { dataRoot, REPO } from 'server-kit/paths';
import { runCommand } from 'server-kit/plain-error';
import { packRelease } from './pack.ts';

const USAGE = `Packs a release of the current commit: a tarball with everything that production runs, its bill of materials,
SHA256SUMS, and a signature.

  npm run release -- [--key FILE] [--version 1.4.0] [--from FOLDER] [--to FOLDER]

  --key      the private key that signs the release and its remotes (default: SIGNING_KEY_FILE, else the only one in
             .lodestar/keys)
  --version  default: the version in package.json
  --from     another checkout with its packages installed, such as an earlier version's (default: this one)
  --to       where the release's folder is created (default: .lodestar/releases)`;

runCommand(async () => {
  const options = readArguments(process.argv.slice(2), {
    key: { type: 'string' },
    version: { type: 'string' },
    from: { type: 'string' },
    to: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  }).values;
  if (options.help) return console.log(USAGE);
  const folder = await packRelease({
    tree: options.from === undefined ? REPO : resolve(resolveInputPath(options.from)),
    version: options.version,
    key: options.key === undefined ? undefined : resolveInputPath(options.key),
    to: options.to === undefined ? join(dataRoot(process.env), 'releases') : resolveInputPath(options.to),
    env: process.env,
    print: (line) => console.log(line),
  });
  console.log(`Packed ${folder}. Copy the whole folder to the servers.`);
});
