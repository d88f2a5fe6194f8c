import { define, replace } from './natives.ts';

/**
 * Elements that can reach a network or another document past every policy (`<link rel=preconnect>` needs none), or change
 * what addresses mean. None can be made here; a form that asks for one gets an element of no meaning.
 */
const ELEMENTS = 'link|iframe|frame|frameset|object|embed|portal|fencedframe|meta|base';

/** The expression with all that a replacement looks up on it: what a guest does to others does not change this one. */
function fixed(expression: RegExp): RegExp {
  for (const name of ['exec', 'flags', Symbol.replace] as const) define(expression, name, { value: expression[name] });
  return expression;
}

/** The beginning of such an element in a text; with a prefix, as XML may have it. */
const TAG = fixed(new RegExp(`<(/?)(?=(?:[^\\s<>/:]*:)?(?:${ELEMENTS})(?![^\\s/>]))`, 'gi'));
/** The name of such an element, with a prefix or without. */
const NAME = fixed(new RegExp(`^(?:.*:)?(${ELEMENTS})$`, 'is'));

/** HTML without such elements. */
export const clean = (html: unknown): string => replace(`${html}`, TAG, '<$1x-');
/** The name of an element that may be made in place of one of this name. */
export const harmless = (name: unknown): string => replace(`${name}`, NAME, 'x-$1');
