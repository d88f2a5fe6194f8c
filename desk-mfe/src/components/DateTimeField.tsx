import { useId } from 'react';
import type { BoundField } from 'shared-ui/forms';
import { styled } from 'styled-components';

const Frame = styled.div`
  display: grid;
  gap: 6px;

  label {
    font-weight: 620;
  }
  p {
    color: var(--urgent);
    font-size: var(--text-s);
    font-weight: 620;
  }
  input {
    inline-size: 100%;
    min-inline-size: 0;
    min-block-size: 52px;
    padding: 10px var(--space-3);
    border: 2px solid var(--field-line);
    border-radius: var(--radius-m);
    background: var(--surface);
    color: var(--ink);
    font: inherit;
  }
  /* The picker inside has the focus, too, for which the field alone would show nothing. */
  input:focus-within {
    outline: 3px solid var(--focus);
    outline-offset: 2px;
  }
`;

interface Props extends BoundField<string> {
  label: string;
  /** A time (default), or a day alone. */
  type?: 'datetime-local' | 'date';
}

/** Field for a time or a day that uses the browser's native input. */
export function DateTimeField({ id, name, value, error, label, type = 'datetime-local', onChange, onBlur }: Props) {
  const errorId = useId();
  return (
    <Frame>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        name={name}
        type={type}
        value={value}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? errorId : undefined}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onBlur}
      />
      {error && <p id={errorId}>{error}</p>}
    </Frame>
  );
}
