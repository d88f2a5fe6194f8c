import { isObject, ShapeError } from './check.ts';
import type { TextRule } from './rules.ts';

interface TextForm {
  kind: 'text';
  rule?: TextRule;
}
interface CountForm {
  kind: 'count';
}
/** One of some values. Where a reader passes over faults, the first takes the place of what is none of them. */
interface ChoiceForm<T = string | number> {
  kind: 'choice';
  of: readonly T[];
}
interface ListForm<F> {
  kind: 'list';
  of: F;
}
/** An object with names of any number; `keys` says what a name must look like. */
interface MapForm<F> {
  kind: 'map';
  of: F;
  keys?: TextRule;
}
/** An object with known fields. Others are passed over: later versions may have more. */
interface ObjectForm<R, O> {
  kind: 'object';
  required: R;
  optional: O;
}

/** What a value must look like: data, from which documents are read and their JSON schemas are made. */
export type Form =
  | TextForm
  | CountForm
  | ChoiceForm
  | ListForm<Form>
  | MapForm<Form>
  | ObjectForm<Readonly<Record<string, Form>>, Readonly<Record<string, Form>>>;

type OptionalKeys<T> = { [K in keyof T]-?: object extends Pick<T, K> ? K : never }[keyof T];
type FormsOf<T, K extends keyof T> = { [Key in K]-?: FormOf<NonNullable<T[Key]>> };

/** The form of a type: a table that lacks a field of it, or has another, is an error of types. */
export type FormOf<T> = [T] extends [string]
  ? string extends T
    ? TextForm
    : ChoiceForm<T>
  : [T] extends [number]
    ? number extends T
      ? CountForm
      : ChoiceForm<T>
    : [T] extends [readonly (infer E)[]]
      ? ListForm<FormOf<E>>
      : string extends keyof T
        ? MapForm<FormOf<T[keyof T]>>
        : ObjectForm<FormsOf<T, Exclude<keyof T, OptionalKeys<T>>>, FormsOf<T, OptionalKeys<T>>>;

/** Hears of a field that is wrong: "is missing", "must be …". It may throw. */
export type Fault = (path: string, says: string) => void;

/** Stops at the first fault, by a ShapeError that names the field. */
export const stopAtFirst: Fault = (path, says) => {
  throw new ShapeError(path, says);
};

/** Goes on after every fault, with something empty in the place of what is wrong. */
export const passOver: Fault = () => undefined;

/** The path of a field below another. */
export const below = (path: string, key: string) => (path === '' ? key : `${path}.${key}`);

const say = (choice: readonly (string | number)[]) =>
  (choice.length > 1 ? 'one of ' : '') + choice.map((value) => JSON.stringify(value)).join(', ');

const isText = (value: unknown, rule: TextRule | undefined) =>
  typeof value === 'string' && value !== '' && (rule === undefined || rule.pattern.test(value));

const isCount = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 0;

/** Whether a value is of the form, what is inside aside; how to say what it must be; and what takes its place. */
function judge(form: Form, value: unknown): [isRight: boolean, expected: string, instead: unknown] {
  switch (form.kind) {
    case 'text':
      return [isText(value, form.rule), form.rule?.says ?? 'a text that is not empty', ''];
    case 'count':
      return [isCount(value), 'a whole number, 0 or more', 0];
    case 'choice':
      return [form.of.some((one) => one === value), say(form.of), form.of[0]];
    case 'list':
      return [Array.isArray(value), 'a list', []];
    default:
      return [isObject(value), 'an object', {}];
  }
}

function readEntries({ of, keys }: MapForm<Form>, value: object, fault: Fault, path: string) {
  return Object.entries(value).map(([key, item]) => {
    const here = below(path, key);
    if (keys && !keys.pattern.test(key)) fault(here, `must be named by ${keys.says}`);
    return [key, readForm(of, item, fault, here)];
  });
}

function readFields(form: Extract<Form, { kind: 'object' }>, value: object, fault: Fault, path: string) {
  const given = new Map<string, unknown>(Object.entries(value));
  const optional = Object.entries(form.optional).filter(([key]) => given.get(key) !== undefined);
  const known = [...Object.entries(form.required), ...optional];
  return known.map(([key, of]) => [key, readForm(of, given.get(key), fault, below(path, key))]);
}

function readForm(form: Form, value: unknown, fault: Fault, path: string): unknown {
  const [isRight, expected, instead] = judge(form, value);
  if (!isRight) fault(path, value === undefined ? 'is missing' : `must be ${expected}`);
  const found = isRight ? value : instead;
  // What takes the place of an object has all of its fields, too; that they are missing was said with it.
  const hear = isRight ? fault : passOver;
  if (form.kind === 'list')
    return (found as unknown[]).map((item, n) => readForm(form.of, item, hear, `${path}[${n}]`));
  if (form.kind === 'map') return Object.fromEntries(readEntries(form, found as object, hear, path));
  if (form.kind === 'object') return Object.fromEntries(readFields(form, found as object, hear, path));
  return found;
}

/**
 * What a parsed JSON document holds, by the table `form` of its type: known fields only. Every field that is wrong is told
 * to `fault`; unless that throws, something empty takes its place.
 */
export function read<T>(form: Form, value: unknown, fault: Fault): T {
  return readForm(form, value, fault, '') as T;
}
