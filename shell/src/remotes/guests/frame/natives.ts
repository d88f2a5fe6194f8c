/**
 * Browser functions saved before any guest code runs, so that a guest can't replace them. Each takes its receiver as
 * the first argument.
 */
type Method<T, A extends unknown[], R> = (this: T, ...rest: A) => R;
const { call } = Function.prototype;
export const bound = <T, A extends unknown[], R>(method: Method<T, A, R>): ((subject: T, ...rest: A) => R) =>
  call.bind(method as never) as never;

export const replace = bound(String.prototype.replace as (this: string, from: RegExp, to: string) => string);
export const define = Object.defineProperty;
export const descriptor = Object.getOwnPropertyDescriptor;
export const stringify = JSON.stringify;
/** Runs a string as a script of this frame. The frame's CSP allows this here and nowhere else in the app. */
export const evaluate = descriptor(window, 'eval')?.value as (text: string) => unknown;
