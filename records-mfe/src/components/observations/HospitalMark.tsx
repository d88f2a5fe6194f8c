import type { Observation } from 'mock-api/contract';
import { Note, runtimeConfig, useLocale } from 'shared-ui';
import { styled } from 'styled-components';

type Judged = Pick<Observation, 'verdict'>;

const Line = styled.strong`
  display: block;
  color: var(--new);

  &[data-kind='inside'] {
    color: var(--act);
  }
`;

/** What the hospital itself marked a value as, in a sentence; nothing without such a mark. */
export function MarkLine({ verdict }: Judged) {
  return verdict?.isMarked ? <Line data-kind={verdict.kind}>{verdict.text}</Line> : null;
}

/** What to do about a value that the hospital marked as critical, in the hospital's own words; nothing without any. */
export function CriticalAdvice({ verdict }: Judged) {
  const locale = useLocale();
  const advice = runtimeConfig().brand.criticalAdvice?.[locale];
  return verdict?.isCritical && advice ? <Note>{advice}</Note> : null;
}
