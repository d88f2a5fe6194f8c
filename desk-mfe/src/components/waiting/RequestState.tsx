import Check from 'lucide-react/icons/check';
import Eye from 'lucide-react/icons/eye';
import Footprints from 'lucide-react/icons/footprints';
import Send from 'lucide-react/icons/send';
import type { DeskRequest } from 'mock-api/contract';
import { useEffect, useRef } from 'react';
import { useText } from 'shared-ui';
import { styled } from 'styled-components';
import { words } from '../../words.ts';

const State = styled.p`
  --icon: 1.125rem;
  display: flex;
  align-items: center;
  gap: 6px;
  color: var(--ink-soft);
  font-weight: 620;

  &[data-status='on-the-way'] {
    color: var(--act);
  }
`;

const ICONS = { sent: Send, seen: Eye, 'on-the-way': Footprints, done: Check };

/** Who has seen a request, or is on it. `takesFocus`: from the button that it replaces. */
export function RequestState({ request, takesFocus = false }: { request: DeskRequest; takesFocus?: boolean }) {
  const t = useText(words);
  const place = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (takesFocus) place.current?.focus();
  }, [takesFocus]);
  const { status, seenBy, assignee } = request;
  const Icon = ICONS[status];
  const inWords = () => {
    if (status === 'on-the-way' && assignee) return t('board.onIt', { name: assignee });
    if (status === 'seen' && seenBy) return t('board.seenBy', { name: seenBy });
    return t(`requests.states.${status}`);
  };
  return (
    <State ref={place} tabIndex={-1} data-status={status}>
      <Icon aria-hidden />
      {inWords()}
    </State>
  );
}
