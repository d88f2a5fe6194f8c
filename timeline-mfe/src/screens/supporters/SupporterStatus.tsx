import CircleCheck from 'lucide-react/icons/circle-check';
import Hourglass from 'lucide-react/icons/hourglass';
import type { Supporter } from 'mock-api/contract';
import { useText } from 'shared-ui';
import { styled } from 'styled-components';
import { words } from '../../words.ts';

const Mark = styled.span`
  --icon: 1.125rem;
  display: inline-flex;
  align-items: center;
  gap: 6px;
  color: var(--act);
  font-size: var(--text-s);
  font-weight: 650;

  &[data-status='PENDING'] {
    color: var(--ink-soft);
  }
`;

/** A supporter's status (pending or accepted), as text and icon. */
export function SupporterStatus({ status }: Pick<Supporter, 'status'>) {
  const t = useText(words);
  return (
    <Mark data-status={status}>
      {status === 'PENDING' ? <Hourglass /> : <CircleCheck />}
      {t(`supporters.${status}`)}
    </Mark>
  );
}
