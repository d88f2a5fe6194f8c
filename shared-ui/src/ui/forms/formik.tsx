import { useField, useFormikContext } from 'formik';
import { type MouseEvent, type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react';
import { styled } from 'styled-components';
import { array, boolean, mixed, number, object, ref, string } from 'yup';
import type { Draft } from '../../platform/drafts/drafts.ts';
import { useUnsent } from '../../platform/drafts/owner.ts';
import { useLanguage } from '../../platform/i18n/i18n.ts';
import type { FieldProps } from './field.tsx';

const Frame = styled.div`
  padding: var(--space-4);
  border: 2px solid var(--urgent);
  border-radius: var(--radius-m);
  background: var(--urgent-soft);

  ul {
    margin: var(--space-2) 0 0;
    padding: 0;
    list-style: none;
  }
  li + li {
    margin-block-start: var(--space-1);
  }
  a {
    display: inline-block;
    min-block-size: 32px;
    color: var(--urgent);
    font-weight: 620;
  }
`;

const Title = styled.h2`
  font-size: var(--text-l);
`;

export interface FieldIssue {
  id: string;
  /** The same text as below the field. */
  message: string;
}

export interface ErrorSummaryProps {
  title: string;
  errors: readonly FieldIssue[];
  /** Number of the attempt to send: a new one moves the focus here again, an error that appears later does not. */
  attempt?: number;
}

/**
 * Lists the errors that keep a form from being sent: takes the focus, and each line links to its field. Renders nothing
 * without errors.
 */
export function ErrorSummary({ title, errors, attempt = 0 }: ErrorSummaryProps) {
  const frame = useRef<HTMLDivElement>(null);
  const seen = useRef<number | null>(null);
  const isWrong = errors.length > 0;
  useEffect(() => {
    if (seen.current === attempt) return;
    seen.current = attempt;
    if (isWrong) frame.current?.focus();
  }, [attempt, isWrong]);
  if (errors.length === 0) return null;
  return (
    <Frame ref={frame} role="alert" tabIndex={-1}>
      <Title>{title}</Title>
      <ul>
        {errors.map(({ id, message }) => (
          <li key={id}>
            <a href={`#${id}`} onClick={(event) => focusField(event, id)}>
              {message}
            </a>
          </li>
        ))}
      </ul>
    </Frame>
  );
}

/** Focuses the field instead of changing the URL; for a group, its checked or first button. */
function focusField(event: MouseEvent, id: string): void {
  event.preventDefault();
  const field = document.getElementById(id);
  const inner =
    field?.querySelector<HTMLElement>('input:checked') ?? field?.querySelector<HTMLElement>('input, button');
  const legend = field?.closest('fieldset')?.querySelector('legend');
  const label = legend ?? document.querySelector(`label[for="${CSS.escape(id)}"]`) ?? field;
  // The question must be visible, so it is scrolled into view before the focus moves, which doesn't scroll again.
  label?.scrollIntoView?.({ block: 'center' });
  (inner ?? field)?.focus({ preventScroll: true });
}

/** Returns the id of the field with this name in a form, so that the summary can link to it. */
export function fieldId(name: string): string {
  return `field-${name}`;
}

/** Props of a bound field: everything but its texts. */
export type BoundField<Value> = Pick<FieldProps<Value>, 'value' | 'onChange'> & {
  id: string;
  name: string;
  error: string | undefined;
  onBlur(): void;
};

/**
 * Binds a field to the surrounding form by its name: value, change and blur. Its error shows from the first attempt to
 * send on, never while the person is still filling in the form.
 */
export function useFormikField<Value>(name: string): BoundField<Value> {
  const [field, meta, helpers] = useField<Value>(name);
  const { submitCount } = useFormikContext();
  return {
    id: fieldId(name),
    name,
    value: field.value,
    error: submitCount > 0 ? meta.error : undefined,
    onChange: (value) => void helpers.setValue(value),
    onBlur: () => void helpers.setTouched(true),
  };
}

export interface FormikFieldProps<Value> {
  name: string;
  /** Renders the field: `(field) => <TextField {...field} label={...} />`. */
  children(field: BoundField<Value>): ReactNode;
}

/** `useFormikField` as a component. */
export function FormikField<Value = string>({ name, children }: FormikFieldProps<Value>) {
  return children(useFormikField<Value>(name));
}

/** Validates again after a change of language, as messages are in the language in which they were created. */
function useMessagesInLanguage() {
  const { submitCount, validateForm } = useFormikContext();
  const locale = useLanguage();
  const validatedLocale = useRef(locale);
  useEffect(() => {
    if (validatedLocale.current === locale) return;
    validatedLocale.current = locale;
    if (submitCount > 0) void validateForm();
  }, [locale, submitCount, validateForm]);
}

/**
 * ErrorSummary of the surrounding form: appears, and takes the focus, each time sending fails because of the fields.
 */
export function FormErrors({ title }: { title: string }) {
  const { errors, submitCount, isSubmitting } = useFormikContext<Record<string, unknown>>();
  useMessagesInLanguage();
  // Each keystroke validates again: the summary stays meanwhile, and does not move the focus.
  const settled = submitCount > 0 && !isSubmitting;
  const issues = Object.entries(errors).flatMap(([name, message]) =>
    typeof message === 'string' ? [{ id: fieldId(name), message }] : [],
  );
  return <ErrorSummary title={title} errors={settled ? issues : []} attempt={settled ? submitCount : 0} />;
}

/** Counts a draft as unsent while it would be lost with the page and a component shows it. */
function useUnsentDraft<T>(draft: Draft<T>): void {
  useUnsent(useSyncExternalStore(draft.subscribe, draft.isUnsent, draft.isUnsent));
}

/** Returns the part of a draft that `select` picks. Re-renders only when that part changes, not at every keystroke. */
export function useDraft<T, Part>(draft: Draft<T>, select: (value: T) => Part): Part {
  useUnsentDraft(draft);
  return useSyncExternalStore(draft.subscribe, () => select(draft.get()));
}

export interface KeepDraftProps<T, Values> {
  draft: Draft<T>;
  /** Derives the draft's value from the form's, if they differ; must be a stable function. */
  take?(values: Values): T;
}

/** Inside a Formik form: saves the values to a draft as they are typed, until the draft is forgotten. */
export function KeepDraft<T, Values = T>({ draft, take }: KeepDraftProps<T, Values>) {
  const { values } = useFormikContext<Values & T>();
  const saved = useRef(values);
  useUnsentDraft(draft);
  useEffect(() => {
    if (saved.current === values) return;
    saved.current = values;
    void draft.set(take ? take(values) : values);
  }, [draft, take, values]);
  return null;
}

export type { InferType, Schema } from 'yup';

/** The part of yup that the forms use; the rest does not reach the browser. */
export const yup = { array, boolean, mixed, number, object, ref, string };

const load = () => import('../../contract/phone.ts');

/**
 * Resolves with whether a phone number can exist, by the API's rule. Resolves with true if the rule can't be fetched:
 * the API then decides.
 * @param number with its dial code, or ten digits for North America
 */
export const phoneCanExist = (number: string): Promise<boolean> =>
  load().then(
    ({ canExist }) => canExist(number),
    () => true,
  );

/**
 * Resolves with whether a phone number belongs to one of these countries or dial codes, by the API's rule. Resolves with
 * true if the rule can't be fetched: the API then decides.
 * @param areas as `textAreas` of the runtime configuration
 */
export const phoneIsIn = (number: string, areas: readonly string[]): Promise<boolean> =>
  load().then(
    ({ isInArea }) => areas.some((area) => isInArea(number, area)),
    () => true,
  );

/** Prefetches the phone number rule when a form that needs it is shown, so that it is ready for validation. */
export function usePhoneRule(): void {
  useEffect(() => {
    load().catch(() => undefined);
  }, []);
}
