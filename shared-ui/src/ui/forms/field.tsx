import CircleAlert from 'lucide-react/icons/circle-alert';
import { type ReactNode, useId } from 'react';
import { css, styled } from 'styled-components';

/** Props of every field. `onChange` gets values, not DOM events, so that all fields are bound the same way. */
export interface FieldProps<Value> {
  label: ReactNode;
  hint?: ReactNode;
  /** What is wrong and how to fix it; also marks the field as invalid. */
  error?: string | undefined;
  /** Generated if omitted; ErrorSummary links to it. */
  id?: string | undefined;
  name?: string | undefined;
  value: Value;
  onChange(value: Value): void;
  onBlur?: (() => void) | undefined;
  required?: boolean | undefined;
  disabled?: boolean | undefined;
}

/** The ids and ARIA attributes that link a control to its hint and its error. */
interface FieldAria {
  id: string;
  hintId: string;
  errorId: string;
  /** To spread on the control. */
  control: {
    id: string;
    'aria-describedby': string | undefined;
    'aria-invalid': true | undefined;
    'aria-required': true | undefined;
  };
}

/** `aria-describedby` names only what is rendered. */
export function useFieldAria({
  id,
  hint,
  error,
  required,
}: Pick<FieldProps<unknown>, 'id' | 'hint' | 'error' | 'required'>): FieldAria {
  const own = useId();
  const base = id ?? own;
  const hintId = `${base}-hint`;
  const errorId = `${base}-error`;
  const described = [hint ? hintId : '', error ? errorId : ''].filter(Boolean).join(' ');
  return {
    id: base,
    hintId,
    errorId,
    control: {
      id: base,
      'aria-describedby': described || undefined,
      'aria-invalid': error ? true : undefined,
      'aria-required': required || undefined,
    },
  };
}

export const FieldFrame = styled.div`
  display: flex;
  flex-direction: column;
  gap: 6px;
  min-inline-size: 0;
`;

const Label = styled.label`
  font-weight: 620;
  line-height: 1.35;
`;

const Hint = styled.div`
  color: var(--ink-soft);
  font-size: var(--text-s);
`;

const ErrorLine = styled.p`
  --icon: 1.125rem;
  display: flex;
  gap: 6px;
  color: var(--urgent);
  font-size: var(--text-s);
  font-weight: 620;

  > svg {
    margin-block-start: 0.12em;
  }
`;

export function FieldHint({ aria, children }: { aria: FieldAria; children?: ReactNode }) {
  return children ? <Hint id={aria.hintId}>{children}</Hint> : null;
}

export function FieldError({ aria, error }: { aria: FieldAria; error: string | undefined }) {
  if (!error) return null;
  return (
    <ErrorLine id={aria.errorId}>
      <CircleAlert />
      <span>{error}</span>
    </ErrorLine>
  );
}

export function FieldShell({
  aria,
  label,
  hint,
  error,
  children,
}: Pick<FieldProps<unknown>, 'label' | 'hint' | 'error'> & { aria: FieldAria; children: ReactNode }) {
  return (
    <FieldFrame>
      <Label htmlFor={aria.id}>{label}</Label>
      <FieldHint aria={aria}>{hint}</FieldHint>
      {children}
      <FieldError aria={aria} error={error} />
    </FieldFrame>
  );
}

/** Style of a text-like control: 52 px high, border contrast of at least 3:1, red when invalid. */
export const textControlStyles = css`
  inline-size: 100%;
  min-block-size: 52px;
  padding: 10px var(--space-3);
  border: 2px solid var(--field-line);
  border-radius: var(--radius-m);
  background: var(--surface);
  color: var(--ink);
  font: 400 var(--text-m) / var(--line) var(--font);
  transition: border-color var(--fade);

  &::placeholder {
    color: var(--ink-soft);
    opacity: 1;
  }
  &:focus-visible {
    outline-offset: 0;
    border-color: var(--focus);
  }
  &[aria-invalid='true'] {
    border-color: var(--urgent);
  }
  &:disabled {
    background: var(--sunken);
    color: var(--ink-soft);
  }
  &:read-only:not(select, :disabled) {
    background: var(--sunken);
  }
`;

/** A native radio button or checkbox: 22 px, the mark drawn by a border or a clip path. */
export const ChoiceControl = styled.input`
  flex: none;
  appearance: none;
  inline-size: 1.375rem;
  block-size: 1.375rem;
  margin: 0;
  border: 2px solid var(--field-line);
  background: var(--surface);
  transition: border var(--fade);

  &[type='radio'] {
    border-radius: 50%;
  }
  &[type='checkbox'] {
    display: grid;
    place-content: center;
    border-radius: 6px;
  }
  &[type='radio']:checked {
    border: 0.4375rem solid var(--brand);
  }
  &[type='checkbox']:checked {
    border-color: var(--brand);
    background: var(--brand);
  }
  &[type='checkbox']:checked::before {
    inline-size: 0.875rem;
    block-size: 0.875rem;
    background: var(--on-brand);
    clip-path: polygon(14% 44%, 0 60%, 40% 100%, 100% 22%, 84% 8%, 39% 68%);
    content: '';
  }
  &[aria-invalid='true'] {
    border-color: var(--urgent);
  }
  &:disabled {
    opacity: 0.5;
  }
  @media (forced-colors: active) {
    appearance: auto;
  }
`;

/** Wraps a control that opens a list: its icon is at the end of the line and lets presses through. */
export const IconBox = styled.div`
  position: relative;
  display: grid;

  > svg {
    position: absolute;
    inset-block-start: calc(50% - var(--icon) / 2);
    inset-inline-end: var(--space-3);
    pointer-events: none;
  }
`;
