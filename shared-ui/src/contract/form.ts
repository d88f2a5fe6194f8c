import { isObject, ShapeError } from './schema/check.ts';
import type { TextRule } from './schema/rules.ts';

interface TextForm {
  kind: 'text';
  rule?: TextRule;
}
interface CountForm {
  kind: 'count';
}
/** One of a set of values. A reader that ignores faults replaces any other value with the first. */
interface ChoiceForm<T = string | number> {
  kind: 'choice';
  of: readonly T[];
}
interface ListForm<F> {
  kind: 'list';
  of: F;
}
/** An object with any number of entries; `keys` restricts their names. */
interface MapForm<F> {
  kind: 'map';
  of: F;
  keys?: TextRule;
}
/** An object with known fields. Others are ignored: later versions may have more. */
interface ObjectForm<R, O> {
  kind: 'object';
  required: R;
  optional: O;
}

/**
 * Describes the shape of a value as data: documents are parsed by it and JSON schemas are generated from it. Pages read
 * the registry and manifests before anything else, and TypeBox's checker would add 23 kB (compressed) to that.
 */
export type Form =
  | TextForm
  | CountForm
  | ChoiceForm
  | ListForm<Form>
  | MapForm<Form>
  | ObjectForm<Readonly<Record<string, Form>>, Readonly<Record<string, Form>>>;

type OptionalKeys<T> = { [K in keyof T]-?: object extends Pick<T, K> ? K : never }[keyof T];
type FormsOf<T, K extends keyof T> = { [Key in K]-?: FormOf<NonNullable<T[Key]>> };

/** The form of a type. A table with a missing or extra field is a type error. */
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

/** Callback for an invalid field: "is missing", "must be …". May throw. */
export type Fault = (path: string, says: string) => void;

/** @throws ShapeError that names the field, at the first fault */
export const throwFault: Fault = (path, says) => {
  throw new ShapeError(path, says);
};

/** Ignores every fault: empty values replace invalid ones. */
export const passOver: Fault = () => undefined;

const below = (path: string, key: string) => (path === '' ? key : `${path}.${key}`);

const formatChoice = (choice: readonly (string | number)[]) =>
  (choice.length > 1 ? 'one of ' : '') + choice.map((value) => JSON.stringify(value)).join(', ');

const isText = (value: unknown, rule: TextRule | undefined) =>
  typeof value === 'string' && value !== '' && (rule === undefined || rule.pattern.test(value));

const isCount = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 0;

/** Checks a value, but not its contents. Returns whether it is valid, what it must be, and a replacement. */
function checkValue(form: Form, value: unknown): [isRight: boolean, expected: string, instead: unknown] {
  switch (form.kind) {
    case 'text':
      return [isText(value, form.rule), form.rule?.says ?? 'a text that is not empty', ''];
    case 'count':
      return [isCount(value), 'a whole number, 0 or more', 0];
    case 'choice':
      return [form.of.some((one) => one === value), formatChoice(form.of), form.of[0]];
    case 'list':
      return [Array.isArray(value), 'a list', []];
    default:
      return [isObject(value), 'an object', {}];
  }
}

function readEntries({ of, keys }: MapForm<Form>, value: object, fault: Fault, path: string) {
  return Object.entries(value).map(([key, item]) => {
    const fieldPath = below(path, key);
    if (keys && !keys.pattern.test(key)) fault(fieldPath, `must be named by ${keys.says}`);
    return [key, readForm(of, item, fault, fieldPath)];
  });
}

function readFields(form: Extract<Form, { kind: 'object' }>, value: object, fault: Fault, path: string) {
  const values = new Map<string, unknown>(Object.entries(value));
  const optional = Object.entries(form.optional).filter(([key]) => values.get(key) !== undefined);
  const known = [...Object.entries(form.required), ...optional];
  return known.map(([key, of]) => [key, readForm(of, values.get(key), fault, below(path, key))]);
}

function readForm(form: Form, value: unknown, fault: Fault, path: string): unknown {
  const [isRight, expected, instead] = checkValue(form, value);
  if (!isRight) fault(path, value === undefined ? 'is missing' : `must be ${expected}`);
  const found = isRight ? value : instead;
  // A replacement object has all of its fields, too. Their absence was already reported with the object.
  const nestedFault = isRight ? fault : passOver;
  if (form.kind === 'list')
    return (found as unknown[]).map((item, n) => readForm(form.of, item, nestedFault, `${path}[${n}]`));
  if (form.kind === 'map') return Object.fromEntries(readEntries(form, found as object, nestedFault, path));
  if (form.kind === 'object') return Object.fromEntries(readFields(form, found as object, nestedFault, path));
  return found;
}

/**
 * Reads a parsed JSON document by the table `form` of its type: known fields only. Reports every invalid field to
 * `fault`; unless that throws, an empty value replaces it.
 */
export function read<T>(form: Form, value: unknown, fault: Fault): T {
  return readForm(form, value, fault, '') as T;
}
