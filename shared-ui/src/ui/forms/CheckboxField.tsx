import { styled } from 'styled-components';
import { FieldError, FieldFrame, FieldHint, type FieldProps, useFieldTies } from './field.tsx';
import { tickLook } from './look.ts';

const Line = styled.label`
  display: flex;
  align-items: start;
  gap: var(--space-3);
  min-block-size: var(--target);
  padding-block: 10px;

  > input {
    margin-block-start: 0.1em;
  }
`;

const Tick = styled.input`
  ${tickLook}
`;

const Under = styled.div`
  padding-inline-start: calc(1.375rem + var(--space-3));
`;

export type CheckboxFieldProps = FieldProps<boolean>;

/** A single checkbox; a press anywhere on its line toggles it. The label may contain links. */
export function CheckboxField({
  label,
  hint,
  error,
  id,
  value,
  onChange,
  onBlur,
  required,
  ...rest
}: CheckboxFieldProps) {
  const ties = useFieldTies({ id, hint, error, required });
  return (
    <FieldFrame>
      <Line>
        <Tick
          {...rest}
          {...ties.control}
          type="checkbox"
          checked={value}
          onChange={(event) => onChange(event.target.checked)}
          onBlur={() => onBlur?.()}
        />
        <span>{label}</span>
      </Line>
      {(hint || error) && (
        <Under>
          <FieldHint ties={ties}>{hint}</FieldHint>
          <FieldError ties={ties} error={error} />
        </Under>
      )}
    </FieldFrame>
  );
}
