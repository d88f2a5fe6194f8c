import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { readArguments } from 'server-kit/command-line';
import { REPO } from 'server-kit/paths';
import { PlainError } from 'server-kit/plain-error';
import { isLanguage } from 'shared-ui/contract/languages';
import { ensureBrowsers, ensureFfmpeg, ensureFonts } from './browsers/tools.ts';
import { runCommand } from './running/running.ts';

const USAGE = `Takes screenshots of every screen and arranges them on contact sheets.

  npm run screens                                       light, dark, narrow, with large text and in French
  npm run screens -- --grep records                     some of them
  npm run screens -- --languages ar,ur --dark           in these languages, light and dark; lists what doesn't fit
  npm run screens -- --languages pa --width 320 --text 200
                                                        at one width (px) and size of text (percent)`;

const OPTIONS = {
  grep: { type: 'string' },
  languages: { type: 'string' },
  dark: { type: 'boolean' },
  width: { type: 'string' },
  text: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

function checkLanguages(tags: string[]): void {
  const unknown = tags.filter((tag) => !isLanguage(tag));
  if (unknown.length > 0) throw new PlainError(`There is no language ${unknown.join()}.`);
}

runCommand(async () => {
  const { values, positionals } = readArguments(process.argv.slice(2), OPTIONS);
  if (values.help) return console.log(USAGE);
  const { languages, dark, width = '', text = '', grep } = values;
  checkLanguages(languages?.split(',') ?? []);
  const browsers = ensureBrowsers(process.env);
  ensureFfmpeg(process.env);
  if (languages) ensureFonts();
  // The desk has English and French only. A walk in many languages is long, and a second try finds the same.
  const tests = languages ? ['looks/looks.spec.ts', '--timeout', '0', '--retries', '0'] : ['looks/'];
  const args = ['playwright', 'test', ...tests, ...(grep ? ['--grep', grep] : []), ...positionals];
  const asked = languages && { LANGUAGES: languages, DARK: dark ? '1' : '', WIDTHS: width, TEXTS: text };
  const env = { ...process.env, ...browsers, ...asked, PICTURES: '1', npm_config_loglevel: 'error' };
  const runner = spawn('npx', args, { cwd: join(REPO, 'e2e'), env, stdio: 'inherit' });
  const [code] = await once(runner, 'close');
  process.exitCode = code ?? 1;
});
