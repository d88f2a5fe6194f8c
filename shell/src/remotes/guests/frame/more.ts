import { bringFiles, type Means } from './files.ts';
import { guardTexts } from './guard.ts';
import { MORE } from './more-name.ts';

/** Frame code that only some guests and browsers need: a separate file, which the page sends when needed. */
export function addMore(means: Means, isConfined: boolean): void {
  if (!isConfined) guardTexts();
  bringFiles(means);
}

Reflect.set(globalThis, MORE, addMore);
