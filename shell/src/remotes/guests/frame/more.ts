import { deliverFiles, type FileDelivery } from './files.ts';
import { guardHtmlSinks } from './guard.ts';
import { MORE } from './more-name.ts';

/** Frame code that only some guests and browsers need: a separate file, which the page sends when needed. */
export function addMore(delivery: FileDelivery, isConfined: boolean): void {
  if (!isConfined) guardHtmlSinks();
  deliverFiles(delivery);
}

Reflect.set(globalThis, MORE, addMore);
