import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Wanted } from '../support/phone/phone.ts';
import * as inPage from './in-page.ts';

const toPlain = (wanted: Wanted) =>
  JSON.stringify(wanted, (_key, value) =>
    value instanceof RegExp ? { pattern: value.source, flags: value.flags } : value,
  );

export const describe = (wanted: Wanted): string =>
  Object.entries(wanted)
    .map(([key, value]) => `${key} ${value instanceof RegExp ? value : JSON.stringify(value)}`)
    .join(', ');

/** Global under which the page keeps the query kit; the product does not use this name. */
const KIT = 'globalThis.__engineKit';
/** Response of a page without the kit. */
const ABSENT = 'absent';

export const isAbsent = (answer: unknown) => answer === ABSENT;

/** Testing Library's DOM queries, in their browser build. */
const library = createRequire(import.meta.url).resolve('@testing-library/dom/dist/@testing-library/dom.umd.min.js');

/** Returns an expression that installs the kit in a page. */
export const bringKit = () =>
  `(() => { const exports = {}; const module = { exports };
    ${readFileSync(library, 'utf8')}
    ${Object.values(inPage).map(String).join('\n')}
    ${KIT} = { library: exports, ${Object.keys(inPage).join(', ')} }; })()`;

type OfAll = 'placeOfFirst' | 'isFirstFocused' | 'textsOfAll';

const ask = (name: OfAll) => (wanted: Wanted) =>
  `${KIT} === undefined ? '${ABSENT}' : ${KIT}.${name}(${KIT}.findAll(${KIT}.library, ${toPlain(wanted)}))`;

/** Expressions for a page: where an element can be tapped, whether it has the focus, and its text. */
export const placeOf = ask('placeOfFirst');
export const focusOf = ask('isFirstFocused');
export const textsOf = ask('textsOfAll');

/** Returns an expression for whether the last tap hit its target. After a navigation it counts as hit. */
export const tapHasLanded = () => `${KIT} === undefined || ${KIT}.hasTapLanded()`;
