import { withSigningKey } from 'gateway/trust/signing-key';
import { readArguments } from 'server-kit/command-line';
import { buildChanged } from './building/local-build.ts';
import { runCommand } from './running/running.ts';

const USAGE = `Builds, signs and publishes on this machine what changed since the last build.

  npm run build [-- --key FILE]   FILE: the key to sign with (default: SIGNING_KEY_FILE, else the one in .lodestar/keys)`;

runCommand(async () => {
  const { key, help } = readArguments(process.argv.slice(2), {
    key: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  }).values;
  if (help) return console.log(USAGE);
  const built = await buildChanged({ env: withSigningKey(process.env, key), print: (line) => console.log(line) });
  console.log(
    built.length === 0 ? 'Nothing changed since the last build.' : `Built and published: ${built.join(', ')}.`,
  );
});
