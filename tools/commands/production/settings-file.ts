/**
 * Files of settings, one NAME=value a line, without a shell. Lines are read as systemd's EnvironmentFile= reads them, so
 * a value may contain any character, such as & | ; and #.
 */
import { PlainError } from 'server-kit/plain-error';

const SETTING = /^[ \t]*([A-Za-z_][A-Za-z0-9_]*)=(.*)$/;
const COMMENT = /^[ \t]*([#;].*)?$/;
/** Values that shells, systemd, compose and Node read alike without quotes. */
const PLAIN = /^[A-Za-z0-9_.,:/@%+=?~-]*$/;

/** Returns a value without its quotes, or undefined if the closing one is missing. */
function unquoted(text: string): string | undefined {
  const [quote] = text;
  if (quote === "'") return /^'([^']*)'$/.exec(text)?.[1];
  if (quote === '"') return /^"((?:[^"\\]|\\.)*)"$/.exec(text)?.[1]?.replaceAll(/\\(["\\$`])/g, '$1');
  return text.replaceAll(/\\(.)/g, '$1');
}

/** Returns a value as one word of a shell command, which systemd and compose read alike. */
function quoted(value: string): string {
  if (PLAIN.test(value)) return value;
  return value.includes("'") ? `"${value.replaceAll(/["\\$`]/g, '\\$&')}"` : `'${value}'`;
}

/** Returns the settings in a file's text. Throws PlainError naming a line that is not one. */
export function readSettings(text: string, file: string): Map<string, string> {
  const settings = new Map<string, string>();
  for (const [index, line] of text.split('\n').entries()) {
    if (COMMENT.test(line)) continue;
    const [, name = '', written = ''] = SETTING.exec(line) ?? [];
    const value = unquoted(written.trim());
    if (name === '' || value === undefined)
      throw new PlainError(
        `Line ${index + 1} of ${file} is not a setting: write NAME=value, with both quotes or none.`,
      );
    settings.set(name, value);
  }
  return settings;
}

/**
 * Returns lines of NAME=value, read literally. Throws PlainError naming a line that is not one, without its value, which
 * may be a secret.
 */
export function readLines(text: string): Map<string, string> {
  const settings = new Map<string, string>();
  for (const [index, line] of text.split('\n').entries()) {
    if (COMMENT.test(line)) continue;
    const [, name, value = ''] = SETTING.exec(line) ?? [];
    if (name === undefined) throw new PlainError(`Line ${index + 1} of the input is not a setting: write NAME=value.`);
    settings.set(name, value.trim());
  }
  return settings;
}

/** Returns a file's text with these settings: each in its line if there is one, all others at the end. */
export function withSettings(text: string, settings: ReadonlyMap<string, string>): string {
  const rest = new Map(settings);
  const lines = text.replace(/\n$/, '').split('\n');
  const kept = lines.flatMap((line) => {
    const [, name = ''] = SETTING.exec(line) ?? [];
    if (!settings.has(name)) return [line];
    const isFirst = rest.delete(name);
    return isFirst ? [`${name}=${quoted(settings.get(name) ?? '')}`] : [];
  });
  const added = [...rest].map(([name, value]) => `${name}=${quoted(value)}`);
  return `${[...(text === '' ? [] : kept), ...added].join('\n')}\n`;
}

/** Returns commands for a POSIX shell that export the settings. */
export const exportCommands = (settings: ReadonlyMap<string, string>): string =>
  [...settings].map(([name, value]) => `export ${name}='${value.replaceAll("'", "'\\''")}'\n`).join('');
