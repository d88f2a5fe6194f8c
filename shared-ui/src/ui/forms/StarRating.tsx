import { useId } from 'react';
import { styled } from 'styled-components';
import { VisuallyHidden } from '../components/index.ts';
import { Legend, Question } from './ChoiceFields.tsx';
import { FieldError, FieldHint, type FieldProps, useFieldTies } from './field.tsx';

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
  const ties = useFieldTies({ id, hint, error, required });
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
    <Question role="radiogroup" {...ties.control} disabled={disabled}>
      <Legend>{label}</Legend>
      <FieldHint ties={ties}>{hint}</FieldHint>
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
      <FieldError ties={ties} error={error} />
    </Question>
  );
}
