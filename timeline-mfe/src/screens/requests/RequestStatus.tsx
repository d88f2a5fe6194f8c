import CircleCheck from 'lucide-react/icons/circle-check';
import Eye from 'lucide-react/icons/eye';
import Send from 'lucide-react/icons/send';
import type { CareRequest } from 'mock-api/contract';
import { useText } from 'shared-ui';
import { styled } from 'styled-components';
import { words } from '../../words-requests.ts';

const Mark = styled.span`
  --icon: 1.125rem;
  display: inline-flex;
  align-items: center;
  gap: 6px;
  color: var(--ink-soft);
  font-size: var(--text-s);
  font-weight: 650;

  &[data-status='seen'] {
    color: var(--brand);
  }
  &[data-status='done'] {
    color: var(--act);
  }
`;

const ICONS = { sent: Send, seen: Eye, done: CircleCheck };

/** A request's status at the hospital, as text and icon. */
export function RequestStatus({ status }: Pick<CareRequest, 'status'>) {
  const t = useText(words);
  const Icon = ICONS[status];
  return (
    <Mark data-status={status}>
      <Icon />
      {t(`status.${status}`)}
    </Mark>
  );
}
