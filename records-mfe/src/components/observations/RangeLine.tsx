import type { Observation } from 'mock-api/contract';
import { styled } from 'styled-components';
import { useObservationText } from './useObservationText.ts';

/** Number line scaled from 0 (start) to 1 (end): the normal band and the value's position. */
interface NumberLine {
  from: number;
  to: number;
  value: number;
}

/** Start of the band of a range with two limits, which is the middle half of the line. */
const QUARTER = 0.25;
/** Minimum distance between the mark and the line's ends. */
const MARGIN = 0.03;

const onLine = (place: number) => Math.min(1 - MARGIN, Math.max(MARGIN, place));

/**
 * Returns the value's position on its range, or null without a number or a usable limit. With one limit, the line
 * starts at 0 and the band runs from the first quarter to the end, or from the start to the third quarter.
 */
export function numberLine({ valueQuantity, referenceRange }: Observation): NumberLine | null {
  if (!valueQuantity || !referenceRange) return null;
  const { value } = valueQuantity;
  const { low, high } = referenceRange;
  if (low !== null && high !== null) {
    if (low >= high) return null;
    const place = QUARTER + ((value - low) / (high - low)) * 2 * QUARTER;
    return { from: QUARTER, to: 1 - QUARTER, value: onLine(place) };
  }
  if (low !== null && low > 0) return { from: QUARTER, to: 1, value: onLine((value / low) * QUARTER) };
  if (high !== null && high > 0) return { from: 0, to: 1 - QUARTER, value: onLine((value / high) * (1 - QUARTER)) };
  return null;
}

const Track = styled.div`
  position: relative;
  block-size: 22px;
  margin-block-start: var(--space-3);

  &::before {
    position: absolute;
    inset-block: 7px;
    inset-inline: 0;
    border: 1px solid var(--line-color);
    border-radius: 4px;
    background: var(--new-soft);
    content: '';
  }
`;

const Band = styled.span`
  position: absolute;
  inset-block: 7px;
  background: var(--act);
`;

const Mark = styled.span`
  position: absolute;
  inset-block-start: 0;
  inline-size: 22px;
  block-size: 22px;
  margin-inline-start: -11px;
  border: 6px solid var(--tone);
  border-radius: 50%;
  background: var(--surface);
  box-shadow: 0 0 0 2px var(--surface);
`;

const Limits = styled.div`
  position: relative;
  block-size: 1.5rem;
  color: var(--ink-soft);
  font-size: var(--text-s);

  > span {
    position: absolute;
    inline-size: 5rem;
    margin-inline-start: -2.5rem;
    text-align: center;
  }
`;

const percent = (part: number) => `${part * 100}%`;

/** Draws the value's position on its range. Hidden from screen readers, because the text above says the same. */
export function RangeLine({ observation }: { observation: Observation }) {
  const { number } = useObservationText();
  const line = numberLine(observation);
  if (!line) return null;
  const { low, high } = observation.referenceRange ?? { low: null, high: null };
  return (
    <div aria-hidden="true">
      <Track>
        <Band style={{ insetInline: `${percent(line.from)} ${percent(1 - line.to)}` }} />
        <Mark style={{ insetInlineStart: percent(line.value) }} />
      </Track>
      <Limits>
        {low !== null && <span style={{ insetInlineStart: percent(line.from) }}>{number(low)}</span>}
        {high !== null && <span style={{ insetInlineStart: percent(line.to) }}>{number(high)}</span>}
      </Limits>
    </div>
  );
}
