import type { FolderFiles } from '../../../common/disk.ts';
import { filesNamedIn } from './files-named.ts';
import { parseCode, SyntaxFault } from './syntax.ts';
import { type Script, type Uses, usesIn } from './uses.ts';

/** Facts read from a build's scripts. */
export interface Code {
  /** Unreadable script -> reason. */
  broken: Map<string, string>;
  /** Files of the build that its scripts name. */
  named: Set<string>;
  uses: Uses;
}

const isScript = (path: string) => /\.[cm]?js$/.test(path);

/** Matches scripts that may name files of the build; large libraries don't match. */
const NAMES_FILES = /\.u\s*=|\.p\s*\+/;

/** Parses every script of a build without running any. */
export async function readCode(files: FolderFiles, declared: readonly string[]): Promise<Code> {
  const broken = new Map<string, string>();
  const scripts: Script[] = [];
  for (const [path, content] of files) {
    if (!isScript(path)) continue;
    const text = content.toString();
    try {
      scripts.push({ text, program: await parseCode(path, text) });
    } catch (thrown) {
      if (!(thrown instanceof SyntaxFault)) throw thrown;
      broken.set(path, thrown.message);
    }
  }
  const naming = scripts.filter(({ text }) => NAMES_FILES.test(text)).map(({ program }) => program);
  return { broken, named: filesNamedIn(naming), uses: usesIn(scripts, declared) };
}
