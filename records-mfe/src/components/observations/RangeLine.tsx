import type { Observation } from 'mock-api/contract';
import { styled } from 'styled-components';
import { numberLine } from './line.ts';
import { useObservationText } from './useObservationText.ts';

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
