import Check from 'lucide-react/icons/check';
import Pencil from 'lucide-react/icons/pencil';
import type { CareEvent } from 'mock-api/contract';
import { Button, useText } from 'shared-ui';
import { styled } from 'styled-components';
import { words } from '../../words.ts';

/** A list's heading, and the button that shows its buttons to delete. */
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

/** Whether the reader may delete an event: one that another user shares stays with its owner. */
export const isDeletable = ({ isShared }: CareEvent) => !isShared;

/** Shows and hides the delete buttons of a list. */
export function TidyButton({ isTidying, onToggle }: { isTidying: boolean; onToggle(): void }) {
  const t = useText(words);
  return (
    <Button variant="plain" compact icon={isTidying ? <Check /> : <Pencil />} onClick={onToggle}>
      {isTidying ? t('events.done') : t('events.edit')}
    </Button>
  );
}
