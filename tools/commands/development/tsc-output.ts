import type { DevError } from 'shared-ui/contract';

const IN_FILE = /^(.+?)\((\d+),(\d+)\): error (TS\d+): (.*)$/;
const ANYWHERE = /^error (TS\d+): (.*)$/;

/** Returns the errors that `tsc --pretty false` prints. */
export function typeErrors(output: string): DevError[] {
  const errors: DevError[] = [];
  for (const line of output.split(/\r?\n/)) {
    const error = errorIn(line);
    const last = errors.at(-1);
    if (error) errors.push(error);
    else if (/^\s+\S/.test(line) && last) last.message += `\n${line.trimEnd()}`;
  }
  return errors;
}

function errorIn(line: string): DevError | undefined {
  const [, file, row, column, code, message] = IN_FILE.exec(line) ?? [];
  if (file) return { message: `${message} (${code})`, file, line: Number(row), column: Number(column) };
  const [, ownCode, text] = ANYWHERE.exec(line) ?? [];
  return ownCode ? { message: `${text} (${ownCode})` } : undefined;
}
