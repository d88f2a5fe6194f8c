import ChevronDown from 'lucide-react/icons/chevron-down';
import { useId } from 'react';
import { styled } from 'styled-components';
import { FieldError, FieldHint, type FieldProps, FieldShell, useFieldTies } from './field.tsx';
import { boxLook, IconBox, tickLook } from './styles.ts';

const Select = styled.select`
  ${boxLook}
  appearance: none;
  padding-inline-end: 48px;
`;

export interface Choice<Value> {
  value: Value;
  label: string;
}

export interface SelectFieldProps extends FieldProps<string> {
  options: readonly Choice<string>[];
  /** First option, with the value '': nothing selected yet. */
  placeholder?: string;
}

/** A short list, shown in the device's own picker. For long lists see shared-ui/combobox. */
export function SelectField(props: SelectFieldProps) {
  const { label, hint, error, id, onChange, onBlur, required, options, placeholder, ...rest } = props;
  const ties = useFieldTies({ id, hint, error, required });
  return (
    <FieldShell ties={ties} label={label} hint={hint} error={error}>
      <IconBox>
        <Select
          {...rest}
          {...ties.control}
          onChange={(event) => onChange(event.target.value)}
          onBlur={() => onBlur?.()}
        >
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </Select>
        <ChevronDown />
      </IconBox>
    </FieldShell>
  );
}

/** Fieldset for a question with several radio buttons, without the browser's own border. */
export const Question = styled.fieldset`
  display: flex;
  flex-direction: column;
  gap: var(--space-2);
  min-inline-size: 0;
  margin: 0;
  padding: 0;
  border: 0;
`;

export const Legend = styled.legend`
  margin-block-end: var(--space-2);
  padding: 0;
  font-size: var(--text-l);
  font-weight: 640;
  line-height: 1.3;
`;

const Option = styled.label`
  display: flex;
  align-items: center;
  gap: var(--space-3);
  min-block-size: 48px;
  padding: 8px var(--space-3);
  border: 2px solid var(--line-color);
  border-radius: var(--radius-s);
  background: var(--surface);
  line-height: 1.3;
  transition: background var(--fade), border-color var(--fade);

  &:hover {
    border-color: var(--field-line);
  }
  &[data-chosen] {
    border-color: var(--brand);
    background: var(--brand-soft);
    font-weight: 640;
  }
`;

const Dot = styled.input`
  ${tickLook}
`;

export interface RadioCardsProps<Value extends string | number> extends FieldProps<Value | null> {
  /** The options in display order; best first for the surveys' scale of 5 to 1. */
  options: readonly Choice<Value>[];
}

/** One of a few options, each a card with a radio button. `value` is null while nothing is selected. */
export function RadioCards<Value extends string | number>(props: RadioCardsProps<Value>) {
  const { label, hint, error, id, name, value, onChange, onBlur, required, disabled, options } = props;
  const ties = useFieldTies({ id, hint, error, required });
  const group = useId();
  return (
    <Question role="radiogroup" {...ties.control} disabled={disabled}>
      <Legend>{label}</Legend>
      <FieldHint ties={ties}>{hint}</FieldHint>
      {options.map((option) => (
        <Option key={option.value} data-chosen={option.value === value || undefined}>
          <Dot
            type="radio"
            name={name ?? group}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            onBlur={() => onBlur?.()}
          />
          {option.label}
        </Option>
      ))}
      <FieldError ties={ties} error={error} />
    </Question>
  );
}
