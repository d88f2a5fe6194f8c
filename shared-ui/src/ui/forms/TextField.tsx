import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import { type ClipboardEvent, type ComponentPropsWithRef, useState } from 'react';
import { styled } from 'styled-components';
import { IconButton } from '../components/index.ts';
import { type FieldProps, FieldShell, textControlStyles, useFieldAria } from './field.tsx';

const Input = styled.input`
  ${textControlStyles}

  [data-reveal] > & {
    padding-inline-end: 56px;
  }
`;

const Box = styled.div`
  position: relative;
  display: grid;

  > button {
    position: absolute;
    inset-block-start: calc(50% - 22px);
    inset-inline-end: 4px;
  }
`;

type Native = Pick<
  ComponentPropsWithRef<'input'>,
  | 'autoComplete'
  | 'inputMode'
  | 'enterKeyHint'
  | 'placeholder'
  | 'maxLength'
  | 'readOnly'
  | 'autoCapitalize'
  | 'spellCheck'
  | 'dir'
  | 'ref'
>;

export interface TextFieldProps extends FieldProps<string>, Native {
  type?: 'text' | 'email' | 'tel' | 'password' | 'search';
  /** Labels of the button that shows and hides a password; without them there is no such button. */
  reveal?: { show: string; hide: string };
}

/** One line of text: label, hint, box, error. A password can be revealed. */
export function TextField({
  label,
  hint,
  error,
  id,
  onChange,
  onBlur,
  required,
  type,
  reveal,
  ...rest
}: TextFieldProps) {
  const aria = useFieldAria({ id, hint, error, required });
  const [shown, setShown] = useState(false);
  return (
    <FieldShell aria={aria} label={label} hint={hint} error={error}>
      <Box data-reveal={reveal ? '' : undefined}>
        <Input
          {...rest}
          {...aria.control}
          type={shown ? 'text' : (type ?? 'text')}
          onChange={(event) => onChange(event.target.value)}
          onBlur={() => onBlur?.()}
        />
        {reveal && (
          <IconButton
            label={shown ? reveal.hide : reveal.show}
            icon={shown ? <EyeOff /> : <Eye />}
            onClick={() => setShown(!shown)}
          />
        )}
      </Box>
    </FieldShell>
  );
}

const Area = styled.textarea`
  ${textControlStyles}
  resize: vertical;

  /* Read-only text is shown in full. Browsers without this show as many rows as they are given. */
  &:read-only {
    field-sizing: content;
    resize: none;
  }
`;

export interface TextAreaProps extends FieldProps<string> {
  /** Default 4 (docs/product-rules.md#surveys). */
  rows?: number;
  maxLength?: number;
  readOnly?: boolean;
  /** Language of the text, if it is not the page's. */
  lang?: string;
}

/** A field for several lines of text, with label, hint and error. Not bound to a form. */
export function TextArea({ label, hint, error, id, onChange, onBlur, required, rows = 4, ...rest }: TextAreaProps) {
  const aria = useFieldAria({ id, hint, error, required });
  return (
    <FieldShell aria={aria} label={label} hint={hint} error={error}>
      <Area
        {...rest}
        {...aria.control}
        rows={rows}
        onChange={(event) => onChange(event.target.value)}
        onBlur={() => onBlur?.()}
      />
    </FieldShell>
  );
}

const Cells = styled.div`
  position: relative;
  display: grid;
  grid-template-columns: repeat(var(--count), minmax(0, 1fr));
  gap: var(--space-3);
  direction: ltr;

  > input {
    position: absolute;
    inset: 0;
    inline-size: 100%;
    block-size: 100%;
    margin: 0;
    padding: 0;
    border: 0;
    font-size: 1rem;
    opacity: 0;
    cursor: text;
  }
`;

const Cell = styled.span`
  display: grid;
  place-items: center;
  block-size: 4.5rem;
  border: 2px solid var(--field-line);
  border-radius: var(--radius-m);
  background: var(--surface);
  font-size: 2rem;
  font-weight: 700;
  line-height: 1;
  transition: border-color var(--fade);

  input[aria-invalid] ~ & {
    border-color: var(--urgent);
  }
  input:focus ~ &[data-next] {
    border-color: var(--focus);
    box-shadow: 0 0 0 3px color-mix(in srgb, var(--focus) 28%, transparent);
  }
`;

export interface PinInputProps extends FieldProps<string> {
  /** Number of digits: 4 (docs/product-rules.md#pin). */
  count?: number;
}

const digitsOf = (text: string) => text.replace(/\D/g, '');

/**
 * Input for the code in the text message. A single real input below drawn boxes, so that the phone can fill it in and
 * paste works, also of "12 34". Keeps digits only, at most `count` of them.
 */
export function PinInput({
  label,
  hint,
  error,
  id,
  value,
  onChange,
  onBlur,
  required,
  count = 4,
  ...rest
}: PinInputProps) {
  const aria = useFieldAria({ id, hint, error, required });
  /** A whole code replaces what was typed before. */
  const paste = (event: ClipboardEvent) => {
    const code = digitsOf(event.clipboardData.getData('text'));
    if (code.length !== count) return;
    event.preventDefault();
    onChange(code);
  };
  const next = Math.min(value.length, count - 1);
  const cells = Array.from({ length: count }, (_, place) => ({ place, digit: value[place] ?? '' }));
  return (
    <FieldShell aria={aria} label={label} hint={hint} error={error}>
      <Cells style={{ '--count': count }}>
        <input
          {...rest}
          {...aria.control}
          type="text"
          inputMode="numeric"
          autoComplete="one-time-code"
          enterKeyHint="go"
          value={value}
          onChange={(event) => onChange(digitsOf(event.target.value).slice(0, count))}
          onPaste={paste}
          onBlur={() => onBlur?.()}
        />
        {cells.map(({ place, digit }) => (
          <Cell key={place} aria-hidden="true" data-next={place === next || undefined}>
            {digit}
          </Cell>
        ))}
      </Cells>
    </FieldShell>
  );
}
