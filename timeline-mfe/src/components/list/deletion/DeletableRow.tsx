import Trash from 'lucide-react/icons/trash-2';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { IconButton } from 'shared-ui';
import { styled } from 'styled-components';
import { LEAVE_MS, move } from '../motion.ts';
import { useSwipe } from './useSwipe.ts';

/* Positioned only once the card has moved: each positioned box adds a layer to paint while a long list scrolls. */
const Place = styled.div`
  max-inline-size: var(--card-max);

  &[data-moved],
  &[data-moved] > :last-child {
    position: relative;
  }
`;

const Under = styled.span`
  position: absolute;
  inset: 0;
  display: flex;
  align-items: center;
  justify-content: end;
  padding-inline: var(--space-5);
  border-radius: var(--radius-m);
  background: var(--urgent-soft);
  color: var(--urgent);
  visibility: hidden;

  :has(> [data-swiped]) > & {
    visibility: visible;
  }
`;

const Over = styled.div`
  touch-action: pan-y;
  -webkit-touch-callout: none;

  &:not([data-swiped]) {
    transition: transform var(--fade) var(--ease);
  }
`;

const DeleteButton = styled(IconButton)`
  color: var(--urgent);
`;

interface DeletableRowProps {
  /** "Delete {name}". */
  label: string;
  /** Whether the delete button is visible. Swiping always works. */
  hasButton: boolean;
  onDelete(): void;
  /** Renders the card around the button. */
  children(aside: ReactNode): ReactNode;
}

/** A card that can be deleted with a swipe towards the line start, with the Delete key, or with a button. */
export function DeletableRow({ label, hasButton, onDelete, children }: DeletableRowProps) {
  const card = useRef<HTMLDivElement>(null);
  const isLeaving = useRef(false);
  // The layer below the card is rendered only when it can be seen: a page has many cards.
  const [hasMoved, setHasMoved] = useState(false);
  const leave = async () => {
    if (isLeaving.current) return;
    isLeaving.current = true;
    const from = card.current?.style.transform || 'none';
    await move(card.current, [{ transform: from }, { transform: 'translateX(-110%)', opacity: 0 }], LEAVE_MS);
    onDelete();
  };
  const handlers = useSwipe(
    () => setHasMoved(true),
    () => void leave(),
  );
  return (
    <Place data-moved={hasMoved || undefined}>
      {hasMoved && (
        <Under aria-hidden="true">
          <Trash />
        </Under>
      )}
      <Over ref={card} {...handlers} onKeyDown={({ key }: KeyboardEvent) => key === 'Delete' && leave()}>
        {children(
          hasButton ? <DeleteButton label={label} icon={<Trash />} onClick={leave} data-aside="" /> : undefined,
        )}
      </Over>
    </Place>
  );
}
