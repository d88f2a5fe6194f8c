import type { FolderFiles } from 'server-kit/disk';

/** A copy of React in a build's file. */
export interface ReactCopy {
  file: string;
  /** `19.3.1`; "18 or older" for a JSX runtime, which doesn't say its version. */
  version: string;
}

/** Kinds of elements: only code of React itself and of its JSX runtime creates them. */
const ELEMENT = /Symbol\.for\(["']react\.(transitional\.)?element["']\)/;
const VERSION = /\.version\s*=\s*["'](\d+\.\d+\.\d+[^"']*)["']/;
/** Assignments of the JSX runtime and of React. */
const JSX = /\.jsxs?\s*=[^=]/;
const HOOK = /\.useState\s*=[^=]/;

/** Returns React's version if a script contains it. */
function reactIn(text: string): string | undefined {
  const [symbol] = ELEMENT.exec(text) ?? [];
  if (symbol === undefined) return undefined;
  if (HOOK.test(text)) return VERSION.exec(text)?.[1];
  return JSX.test(text) && !symbol.includes('transitional') ? '18 or older' : undefined;
}

/** Returns the copies of React in a build. */
export function reactCopiesIn(files: FolderFiles): ReactCopy[] {
  return [...files].flatMap(([file, content]) => {
    const version = /\.[cm]?js$/.test(file) ? reactIn(content.toString()) : undefined;
    return version === undefined ? [] : [{ file, version }];
  });
}
