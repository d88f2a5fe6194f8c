import type { Observation } from 'mock-api/contract';
import { styled } from 'styled-components';

const Line = styled.strong`
  display: block;
  color: var(--new);

  &[data-kind='inside'] {
    color: var(--act);
  }
`;

/** What the hospital itself marked a value as, in a sentence; nothing without such a mark. */
export function MarkLine({ verdict }: Pick<Observation, 'verdict'>) {
  return verdict?.isMarked ? <Line data-kind={verdict.kind}>{verdict.text}</Line> : null;
}
