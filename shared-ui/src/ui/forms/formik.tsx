import { useField, useFormikContext } from 'formik';
import { type ReactNode, useEffect, useRef } from 'react';
import { useLocale } from '../../platform/i18n/index.ts';
import { ErrorSummary } from './ErrorSummary.tsx';
import type { FieldProps } from './field.tsx';

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
  const locale = useLocale();
  const spoken = useRef(locale);
  useEffect(() => {
    if (spoken.current === locale) return;
    spoken.current = locale;
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
