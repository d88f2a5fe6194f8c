import { resolve } from 'node:path';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { PlainError, reasonOf } from './plain-error.ts';

/** Parses a command's arguments and options. @throws PlainError for an unknown option or a missing value */
export function readArguments<const Options extends NonNullable<ParseArgsConfig['options']>>(
  args: string[],
  options: Options,
) {
  try {
    return parseArgs({ args, allowPositionals: true, options });
  } catch (thrown) {
    throw new PlainError(`${reasonOf(thrown).split('. ')[0]} (--help lists the options).`);
  }
}

/** Resolves a path against the folder in which the command was entered: npm runs scripts in another one. */
export const resolveInputPath = (input: string, env: NodeJS.ProcessEnv = process.env): string =>
  resolve(env.INIT_CWD ?? process.cwd(), input);

/**
 * Returns a normalised http(s) URL.
 * @param what the address's name in the message
 * @throws PlainError for an address that a browser can't open
 */
export function readAddress(input: string, what: string): string {
  const url = URL.canParse(input) ? new URL(input) : undefined;
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url.href;
  throw new PlainError(`${what} must be an address that starts with http:// or https://, not "${input}".`);
}

/** Returns the name of a remote that the user entered ("surveys" or "surveys-mfe"), inside this repository or not. */
export const toRemoteName = (input: string): string => input.replace(/\/$/, '').replace(/-mfe$/, '');
