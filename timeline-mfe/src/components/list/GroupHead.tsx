import Check from 'lucide-react/icons/check';
import Pencil from 'lucide-react/icons/pencil';
import type { CareEvent } from 'mock-api/contract';
import { Button, useText } from 'shared-ui';
import { styled } from 'styled-components';
import { words } from '../../words.ts';

/** A list's heading with its Edit button. */
export const GroupHead = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 0 var(--space-3);
  max-inline-size: var(--card-max);
  min-block-size: var(--target);
  margin-block-end: var(--space-1);

  > h2 {
    margin: 0;
  }
  > button {
    --icon: 1.125rem;
    margin-inline-end: calc(-1 * var(--space-2));
    padding-inline: var(--space-2);
    color: var(--ink-soft);
    font-size: var(--text-s);
  }
`;

/** Returns whether the user may delete an event. Shared events can only be deleted by their owner. */
export const isDeletable = ({ isShared }: CareEvent) => !isShared;

/** Toggles the delete buttons of a list. */
export function TidyButton({ isTidying, onToggle }: { isTidying: boolean; onToggle(): void }) {
  const t = useText(words);
  return (
    <Button variant="plain" compact icon={isTidying ? <Check /> : <Pencil />} onClick={onToggle}>
      {isTidying ? t('events.done') : t('events.edit')}
    </Button>
  );
}
