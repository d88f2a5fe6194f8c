import { resolve } from 'node:path';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { PlainError, reasonOf } from './plain-error.ts';

/**
 * Reads the words and options of a command. Throws PlainError, one sentence, for an option that there is none of, or that lacks
 * its value.
 */
export function readArguments<const Options extends NonNullable<ParseArgsConfig['options']>>(
  args: string[],
  options: Options,
) {
  try {
    return parseArgs({ args, allowPositionals: true, options });
  } catch (thrown) {
    throw new PlainError(`${reasonOf(thrown).split('. ')[0]} (--help shows what there is).`);
  }
}

/** Returns the path that a word of a command line means: npm starts commands elsewhere than where they were typed. */
export const pathTyped = (typed: string, env: NodeJS.ProcessEnv = process.env): string =>
  resolve(env.INIT_CWD ?? process.cwd(), typed);

/**
 * Returns an address as a browser takes it. Throws PlainError for what is none that a browser can open.
 * @param what how the message names it
 */
export function readAddress(typed: string, what: string): string {
  const url = URL.canParse(typed) ? new URL(typed) : undefined;
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url.href;
  throw new PlainError(`${what} must be an address that starts with http:// or https://, not "${typed}".`);
}
