import { styled } from 'styled-components';
import type { SeriesPoint } from './points.ts';

const Line = styled.strong`
  display: block;
  color: var(--new);

  &[data-kind='inside'] {
    color: var(--act);
  }
`;

/** What the hospital itself marked a value as, in a sentence. */
export function MarkLine({ mark: { kind, text } }: { mark: NonNullable<SeriesPoint['mark']> }) {
  return <Line data-kind={kind}>{text}</Line>;
}
