import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import * as inPage from './in-page.ts';

/** How a person knows a thing on the screen: by what it is and how it is called, by the label of a field, or by its words. */
export type Wanted =
  | { role: string; name?: string | RegExp; level?: number; checked?: boolean }
  | { label: string | RegExp }
  | { text: string | RegExp };

const toPlain = (wanted: Wanted) =>
  JSON.stringify(wanted, (_key, value) =>
    value instanceof RegExp ? { pattern: value.source, flags: value.flags } : value,
  );

/** What is wanted, for messages. */
export const describe = (wanted: Wanted): string =>
  Object.entries(wanted)
    .map(([key, value]) => `${key} ${value instanceof RegExp ? value : JSON.stringify(value)}`)
    .join(', ');

/** The name under which a page has what finds things; no name of the product's. */
const KIT = 'globalThis.__engineKit';
/** What a page answers that does not have it yet. */
const ABSENT = 'absent';

export const isAbsent = (answer: unknown) => answer === ABSENT;

/** The library that unit tests find things with, made for pages. */
const library = createRequire(import.meta.url).resolve('@testing-library/dom/dist/@testing-library/dom.umd.min.js');

/** An expression that gives a page what finds things. */
export const bringKit = () =>
  `(() => { const exports = {}; const module = { exports };
    ${readFileSync(library, 'utf8')}
    ${Object.values(inPage).map(String).join('\n')}
    ${KIT} = { library: exports, ${Object.keys(inPage).join(', ')} }; })()`;

type OfAll = 'placeOfFirst' | 'isFirstFocused' | 'textsOfAll';

const ask = (name: OfAll) => (wanted: Wanted) =>
  `${KIT} === undefined ? '${ABSENT}' : ${KIT}.${name}(${KIT}.findAll(${KIT}.library, ${toPlain(wanted)}))`;

/** Expressions for a page: where what is wanted can be tapped, whether it has the focus, what it says. */
export const placeOf = ask('placeOfFirst');
export const focusOf = ask('isFirstFocused');
export const textsOf = ask('textsOfAll');

/** An expression for a page: whether the last tap got where it was meant to. On another page than that of the tap, it did. */
export const tapHasLanded = () => `${KIT} === undefined || ${KIT}.hasTapLanded()`;
