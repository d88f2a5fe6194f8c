import type { ClipboardEvent } from 'react';
import { styled } from 'styled-components';
import { type FieldProps, FieldShell, useFieldTies } from './field.tsx';

const Box = styled.div`
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
  const ties = useFieldTies({ id, hint, error, required });
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
    <FieldShell ties={ties} label={label} hint={hint} error={error}>
      <Box style={{ '--count': count }}>
        <input
          {...rest}
          {...ties.control}
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
      </Box>
    </FieldShell>
  );
}
