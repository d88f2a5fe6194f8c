/**
 * Browser functions saved before any guest code runs, so that a guest can't replace them. Each takes its receiver as
 * the first argument.
 */
type Method<T, A extends unknown[], R> = (this: T, ...rest: A) => R;
const { call } = Function.prototype;
export const bound = <T, A extends unknown[], R>(method: Method<T, A, R>): ((subject: T, ...rest: A) => R) =>
  call.bind(method as never) as never;

const replace = bound(String.prototype.replace as (this: string, from: RegExp, to: string) => string);
export const define = Object.defineProperty;
export const descriptor = Object.getOwnPropertyDescriptor;
export const stringify = JSON.stringify;
/** Runs a string as a script of this frame. The frame's CSP allows this here and nowhere else in the app. */
export const evaluate = descriptor(window, 'eval')?.value as (text: string) => unknown;

/**
 * Elements that can reach a network or another document despite every policy (`<link rel=preconnect>` needs none), or
 * change how URLs resolve. None can be created here; a form that asks for one gets an inert element instead.
 */
const ELEMENTS = 'link|iframe|frame|frameset|object|embed|portal|fencedframe|meta|base';

/** Pins the properties that `replace` looks up on the expression, so that guest code can't change its behaviour. */
function pinned(expression: RegExp): RegExp {
  for (const name of ['exec', 'flags', Symbol.replace] as const) define(expression, name, { value: expression[name] });
  return expression;
}

/** Start of such an element in HTML, with an optional namespace prefix, as in XML. */
const TAG = pinned(new RegExp(`<(/?)(?=(?:[^\\s<>/:]*:)?(?:${ELEMENTS})(?![^\\s/>]))`, 'gi'));
/** Name of such an element, with or without a prefix. */
const NAME = pinned(new RegExp(`^(?:.*:)?(${ELEMENTS})$`, 'is'));

/** Returns the HTML with such elements made inert. */
export const clean = (html: unknown): string => replace(`${html}`, TAG, '<$1x-');
/** Returns a harmless element name to create in place of the given one. */
export const harmless = (name: unknown): string => replace(`${name}`, NAME, 'x-$1');
