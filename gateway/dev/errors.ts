import { readFile } from 'node:fs/promises';
import { SourceMap } from 'node:module';
import { readOr400 } from 'server-kit/fields';
import type { DevError, DevState, RunTimeError } from 'shared-ui/contract';
import { type FormOf, NAME, type TextRule, VERSION } from 'shared-ui/contract/documents';
import type { PublishedFiles } from '../registry/published.ts';

/** `name@version` of a development build. */
const DEV_BUILD: TextRule = {
  pattern: new RegExp(`${NAME.pattern.source.slice(0, -1)}@(?=${VERSION.pattern.source.slice(1)}).*-dev\\.\\d+$`),
  says: 'a development build like "surveys@1.0.0-dev.1"',
};
const CODE: TextRule = { pattern: /^[A-Z_]{1,40}$/, says: 'a code in capital letters' };

const DEV_ERROR: FormOf<DevError> = {
  kind: 'object',
  required: { message: { kind: 'text' } },
  optional: { file: { kind: 'text' }, line: { kind: 'count' }, column: { kind: 'count' } },
};

const DEV_STATE: FormOf<DevState> = {
  kind: 'object',
  required: { types: { kind: 'list', of: DEV_ERROR }, build: { kind: 'list', of: DEV_ERROR } },
  optional: {},
};

const RUN_TIME_ERROR: FormOf<RunTimeError> = {
  kind: 'object',
  required: { ...DEV_ERROR.required, remote: { kind: 'text', rule: DEV_BUILD } },
  optional: { ...DEV_ERROR.optional, code: { kind: 'text', rule: CODE }, stack: { kind: 'text' } },
};

/** Removes control characters, except line feeds: the text is shown in terminals. */
const printable = (text: string) => text.replace(/[^\P{Cc}\n]/gu, '');

/** Parses a remote's name. @throws 400 error when it is invalid */
export function readName(value: unknown): string {
  return readOr400({ kind: 'text', rule: NAME }, value);
}

/** Parses a dev command's report on a remote. @throws 400 error when it is invalid */
export function readDevState(body: unknown): DevState {
  return readOr400(DEV_STATE, body);
}

/** Parses a page's report of an error in a development build. @throws 400 error when it is invalid */
export function readRunTimeError(body: unknown): RunTimeError {
  const { message, file, ...rest } = readOr400<RunTimeError>(RUN_TIME_ERROR, body);
  return { ...rest, message: printable(message), ...(file === undefined ? {} : { file: printable(file) }) };
}

type SourcePosition = Pick<DevError, 'file' | 'line' | 'column'>;

type Files = Pick<PublishedFiles, 'remoteFile'>;

/** Returns the source position of a run-time error, from the first stack frame in the remote's own code. */
export async function sourceOf({ remote, stack = '' }: RunTimeError, files: Files): Promise<SourcePosition> {
  const [name = '', version = ''] = remote.split('@');
  const frames = new RegExp(`/remotes/${name}/${version.replaceAll('.', '\\.')}/([\\w.-]+\\.js):(\\d+):(\\d+)`, 'g');
  for (const [, file = '', line, column] of stack.matchAll(frames)) {
    const map = await sourceMap(files, name, version, file);
    const position = map && inSources(map, Number(line), Number(column));
    if (position) return position;
  }
  return {};
}

async function sourceMap(files: Files, name: string, version: string, file: string): Promise<SourceMap | undefined> {
  const map = await files.remoteFile(name, version, `${file}.map`);
  return map && new SourceMap(JSON.parse(await readFile(map.path, 'utf8')));
}

/** Lines and columns count from 1. */
function inSources(map: SourceMap, line: number, column: number): SourcePosition | undefined {
  const origin = map.findOrigin(line, column);
  if (!('fileName' in origin)) return undefined;
  // webpack's name for a module: webpack://<build>/./src/feature.tsx, followed by a hash if there are several.
  const source = /^webpack:\/\/[^/]*\/(?:\.\/)?([^?]+)/.exec(origin.fileName)?.[1];
  if (source === undefined || !/\.[cm]?[jt]sx?$/.test(source) || source.includes('node_modules/')) return undefined;
  return { file: source, line: origin.lineNumber, column: origin.columnNumber };
}
