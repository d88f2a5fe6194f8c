import { readFile } from 'node:fs/promises';
import { SourceMap } from 'node:module';
import type { DevError, RunTimeError } from 'shared-ui/contract';
import type { PublishedFiles } from '../registry/published.ts';

type SourcePosition = Pick<DevError, 'file' | 'line' | 'column'>;

/** Access to the published files of a remote. */
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
