import ChevronDown from 'lucide-react/icons/chevron-down';
import { styled } from 'styled-components';
import { type FieldProps, FieldShell, useFieldTies } from './field.tsx';
import { IconBox } from './IconBox.ts';
import { boxLook } from './look.ts';

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
