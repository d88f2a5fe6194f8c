import ChevronDown from 'lucide-react/icons/chevron-down';
import { type ReactNode, useId } from 'react';
import { styled } from 'styled-components';
import { VisuallyHidden } from '../components/index.ts';
import {
  ChoiceControl,
  FieldError,
  FieldHint,
  type FieldProps,
  FieldShell,
  IconBox,
  textControlStyles,
  useFieldAria,
} from './field.tsx';

const Select = styled.select`
  ${textControlStyles}
  appearance: none;
  padding-inline-end: 48px;
`;

export interface Choice<Value> {
  value: Value;
  label: string;
  /** Language of the label (BCP 47), if it is not the page's. */
  lang?: string;
  /** Before the label on a card, for example a portrait. A select shows none. */
  picture?: ReactNode;
}

export interface SelectFieldProps extends FieldProps<string> {
  options: readonly Choice<string>[];
  /** First option, with the value '': nothing selected yet. */
  placeholder?: string;
}

/** A short list, shown in the device's own picker. For long lists see shared-ui/combobox. */
export function SelectField(props: SelectFieldProps) {
  const { label, hint, error, id, onChange, onBlur, required, options, placeholder, ...rest } = props;
  const aria = useFieldAria({ id, hint, error, required });
  return (
    <FieldShell aria={aria} label={label} hint={hint} error={error}>
      <IconBox>
        <Select
          {...rest}
          {...aria.control}
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
  overflow-wrap: anywhere;
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
  overflow-wrap: anywhere;
  hyphens: auto;
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

export interface RadioCardsProps<Value extends string | number> extends FieldProps<Value | null> {
  /** The options in display order; best first for the surveys' scale of 5 to 1. */
  options: readonly Choice<Value>[];
}

/** One of a few options, each a card with a radio button. `value` is null while nothing is selected. */
export function RadioCards<Value extends string | number>(props: RadioCardsProps<Value>) {
  const { label, hint, error, id, name, value, onChange, onBlur, required, disabled, options } = props;
  const aria = useFieldAria({ id, hint, error, required });
  const group = useId();
  return (
    <Question role="radiogroup" {...aria.control} disabled={disabled}>
      <Legend>{label}</Legend>
      <FieldHint aria={aria}>{hint}</FieldHint>
      {options.map((option) => (
        <Option key={option.value} data-chosen={option.value === value || undefined}>
          <ChoiceControl
            type="radio"
            name={name ?? group}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            onBlur={() => onBlur?.()}
          />
          {option.picture}
          {option.lang ? <span lang={option.lang}>{option.label}</span> : option.label}
        </Option>
      ))}
      <FieldError aria={aria} error={error} />
    </Question>
  );
}

/** Width of half a star. Its touch target is larger: 36 by 64 px, 28 by 64 on the narrowest phone. */
const HALF_WIDTH = '26px';

/** Every value of the scale: 0.5 to 5 in half steps (docs/product-rules.md#surveys). 0 is "not rated". */
const HALVES = Array.from({ length: 10 }, (_, place) => (place + 1) / 2);
const STAR = 'M12 1.8l3.15 6.38 7.05 1.03-5.1 4.97 1.2 7.02L12 17.88 5.7 21.2l1.2-7.02-5.1-4.97 7.05-1.03z';

const Sky = styled.div`
  position: relative;
  display: grid;
  grid-template-columns: repeat(10, minmax(0, 1fr));
  inline-size: min(100%, 360px);

  input {
    position: absolute;
    inset: 0;
    inline-size: 100%;
    block-size: 100%;
    margin: 0;
    opacity: 0;
    cursor: pointer;
  }
`;

const Half = styled.label`
  position: relative;
  display: flex;
  padding-block: 6px;
  cursor: pointer;

  /* The two halves of a star touch; the extra touch area is outside. */
  &:nth-child(even) {
    justify-content: end;
  }
  svg {
    display: block;
    inline-size: min(100%, ${HALF_WIDTH});
    fill: transparent;
    stroke: var(--field-line);
    stroke-width: 1.6;
    stroke-linejoin: round;
    overflow: hidden;
    transition: fill var(--fade);
  }
  &[data-lit] svg {
    fill: var(--star);
    stroke: var(--star-edge);
  }
  [dir='rtl'] & svg {
    transform: scaleX(-1);
  }
  input:focus-visible + svg {
    outline: 3px solid var(--focus);
    outline-offset: 1px;
    border-radius: 4px;
  }
`;

const Zero = styled.label`
  position: absolute;
  inset-inline-start: 0;
  inset-block: 0;
  inline-size: 1px;
  overflow: hidden;

  && input {
    pointer-events: none;
  }
`;

const ValueText = styled.p`
  min-block-size: 1.5em;
  color: var(--ink-soft);
  font-size: var(--text-s);
`;

export interface StarRatingProps extends FieldProps<number> {
  /** Returns a value in words ("3.5 of 5"), which label each radio button and are shown below the stars. */
  valueLabel(value: number): string;
}

/**
 * A rating of 0 to 5 in half steps: radio buttons that look like half stars. Arrow keys go through the values, a press
 * on a half selects it, and a press on the selected one resets the rating to 0.
 */
export function StarRating(props: StarRatingProps) {
  const { label, hint, error, id, name, value, onChange, onBlur, required, disabled, valueLabel } = props;
  const aria = useFieldAria({ id, hint, error, required });
  const own = useId();
  const radio = (half: number) => (
    <input
      type="radio"
      name={name ?? own}
      value={half}
      checked={half === value}
      onChange={() => onChange(half)}
      onClick={(event) => {
        // A pointer press on the selected half clears the rating. Keys also click, but without a pointer (detail 0).
        if (half === value && event.detail > 0) onChange(0);
      }}
      onBlur={() => onBlur?.()}
    />
  );
  return (
    <Question role="radiogroup" {...aria.control} disabled={disabled}>
      <Legend>{label}</Legend>
      <FieldHint aria={aria}>{hint}</FieldHint>
      <Sky>
        <Zero>
          {radio(0)}
          <VisuallyHidden>{valueLabel(0)}</VisuallyHidden>
        </Zero>
        {HALVES.map((half) => (
          <Half key={half} data-lit={half <= value || undefined}>
            {radio(half)}
            <svg viewBox={Number.isInteger(half) ? '12 0 12 24' : '0 0 12 24'} aria-hidden="true">
              <path d={STAR} />
            </svg>
            <VisuallyHidden>{valueLabel(half)}</VisuallyHidden>
          </Half>
        ))}
      </Sky>
      <ValueText aria-hidden="true">{valueLabel(value)}</ValueText>
      <FieldError aria={aria} error={error} />
    </Question>
  );
}
