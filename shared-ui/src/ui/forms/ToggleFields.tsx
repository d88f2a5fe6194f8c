import { styled } from 'styled-components';
import { ChoiceControl, FieldError, FieldFrame, FieldHint, type FieldProps, useFieldAria } from './field.tsx';

const CheckboxLine = styled.label`
  display: flex;
  align-items: start;
  gap: var(--space-3);
  min-block-size: var(--target);
  padding-block: 10px;

  > input {
    margin-block-start: 0.1em;
  }
  > span {
    min-inline-size: 0;
    overflow-wrap: anywhere;
  }
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
  const aria = useFieldAria({ id, hint, error, required });
  return (
    <FieldFrame>
      <CheckboxLine>
        <ChoiceControl
          {...rest}
          {...aria.control}
          type="checkbox"
          checked={value}
          onChange={(event) => onChange(event.target.checked)}
          onBlur={() => onBlur?.()}
        />
        <span>{label}</span>
      </CheckboxLine>
      {(hint || error) && (
        <Under>
          <FieldHint aria={aria}>{hint}</FieldHint>
          <FieldError aria={aria} error={error} />
        </Under>
      )}
    </FieldFrame>
  );
}

const SwitchLine = styled.label`
  display: flex;
  align-items: center;
  gap: var(--space-4);
  min-block-size: 52px;
  padding-block: 8px;
  line-height: 1.35;

  > span {
    flex: 1;
    min-inline-size: 0;
  }
`;

const Track = styled.input`
  position: relative;
  flex: none;
  appearance: none;
  inline-size: 3.25rem;
  block-size: 2rem;
  margin: 0;
  border: 2px solid var(--field-line);
  border-radius: var(--radius-full);
  background: var(--sunken);
  transition: background var(--fade), border-color var(--fade);

  &::before {
    position: absolute;
    inset-block-start: calc(50% - 0.5rem);
    inset-inline-start: 0.375rem;
    inline-size: 1rem;
    block-size: 1rem;
    border-radius: 50%;
    background: var(--field-line);
    transition: inset-inline-start var(--fade) var(--ease), scale var(--fade);
    content: '';
  }
  &:checked {
    border-color: var(--brand);
    background: var(--brand);
  }
  &:checked::before {
    inset-inline-start: calc(100% - 1.375rem);
    background: var(--on-brand);
    scale: 1.35;
  }
  &:disabled {
    opacity: 0.5;
  }
  @media (forced-colors: active) {
    appearance: auto;

    &::before {
      content: none;
    }
  }
`;

/** A hint is as far from a line below the field as the switch is. */
const SwitchFrame = styled(FieldFrame)`
  > label + * {
    padding-block-end: 10px;
  }
`;

export type SwitchFieldProps = Omit<FieldProps<boolean>, 'error' | 'required'>;

/** A switch; a press anywhere on its line toggles it. The knob's position and size show the state, not colour alone. */
export function SwitchField({ label, hint, id, value, onChange, onBlur, ...rest }: SwitchFieldProps) {
  const aria = useFieldAria({ id, hint, error: undefined, required: undefined });
  return (
    <SwitchFrame>
      <SwitchLine>
        <span>{label}</span>
        <Track
          {...rest}
          {...aria.control}
          type="checkbox"
          role="switch"
          checked={value}
          onChange={(event) => onChange(event.target.checked)}
          onBlur={() => onBlur?.()}
        />
      </SwitchLine>
      <FieldHint aria={aria}>{hint}</FieldHint>
    </SwitchFrame>
  );
}
