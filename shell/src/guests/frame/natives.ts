/**
 * What the browser brings, kept before any code of a guest runs: a guest may replace what it finds, but not what is kept
 * here. Each is called with its subject as the first argument.
 */
type Method<T, A extends unknown[], R> = (this: T, ...rest: A) => R;
const { call } = Function.prototype;
export const bound = <T, A extends unknown[], R>(method: Method<T, A, R>): ((subject: T, ...rest: A) => R) =>
  call.bind(method as never) as never;

export const replace = bound(String.prototype.replace as (this: string, from: RegExp, to: string) => string);
export const define = Object.defineProperty;
export const descriptor = Object.getOwnPropertyDescriptor;
export const stringify = JSON.stringify;
/** Runs a text as a script of this frame. Its policy allows that here, and nowhere else in the product. */
export const evaluate = descriptor(window, 'eval')?.value as (text: string) => unknown;
