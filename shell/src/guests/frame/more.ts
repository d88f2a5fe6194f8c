import { bringFiles, type Means } from './files.ts';
import { guardTexts } from './guard.ts';
import { MORE } from './more-name.ts';

/** What not every guest needs, and not every browser: a file of its own, which the page sends along where it is needed. */
export function addMore(means: Means, isConfined: boolean): void {
  if (!isConfined) guardTexts();
  bringFiles(means);
}

Reflect.set(globalThis, MORE, addMore);
