import { useField, useFormikContext } from 'formik';
import { type ReactNode, useEffect, useRef } from 'react';
import { useLocale } from '../../platform/i18n/index.ts';
import { ErrorSummary } from './ErrorSummary.tsx';
import type { FieldProps } from './field.tsx';

/** Id of the field with this name in a form, so that the summary can lead to it. */
export function fieldId(name: string): string {
  return `field-${name}`;
}

/** What a bound field gets: everything but its words. */
export type BoundField<Value> = Pick<FieldProps<Value>, 'value' | 'onChange'> & {
  id: string;
  name: string;
  error: string | undefined;
  onBlur(): void;
};

/**
 * Ties a field to the form around it: value, change and blur by name; the error from the first attempt to send on,
 * never while the person is still filling in.
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
  /** Draws the field: `(field) => <TextField {...field} label={...} />`. */
  children(field: BoundField<Value>): ReactNode;
}

/** `useFormikField` as an element. */
export function FormikField<Value = string>({ name, children }: FormikFieldProps<Value>) {
  return children(useFormikField<Value>(name));
}

/** Messages are words of the moment they came up: in another language they are looked up again. */
function useMessagesInLanguage() {
  const { submitCount, validateForm } = useFormikContext();
  const locale = useLocale();
  const spoken = useRef(locale);
  useEffect(() => {
    if (spoken.current === locale) return;
    spoken.current = locale;
    if (submitCount > 0) void validateForm();
  }, [locale, submitCount, validateForm]);
}

/** ErrorSummary of the form around it: appears, and takes the focus, each time sending fails on the fields. */
export function FormErrors({ title }: { title: string }) {
  const { errors, submitCount, isSubmitting } = useFormikContext<Record<string, unknown>>();
  useMessagesInLanguage();
  // Each letter is checked anew: the summary stays meanwhile, and leaves the focus where it is.
  const settled = submitCount > 0 && !isSubmitting;
  const issues = Object.entries(errors).flatMap(([name, message]) =>
    typeof message === 'string' ? [{ id: fieldId(name), message }] : [],
  );
  return <ErrorSummary title={title} errors={settled ? issues : []} attempt={settled ? submitCount : 0} />;
}
