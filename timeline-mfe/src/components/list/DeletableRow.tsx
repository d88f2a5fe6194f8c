import Trash from 'lucide-react/icons/trash-2';
import { type KeyboardEvent, type MouseEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react';
import { IconButton } from 'shared-ui';
import { styled } from 'styled-components';
import { LEAVE_MS, move } from './motion.ts';

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
    const away = `translateX(${card.current && readingDirection(card.current) < 0 ? '' : '-'}110%)`;
    await move(card.current, [{ transform: from }, { transform: away, opacity: 0 }], LEAVE_MS);
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

/** Distance in pixels below which the direction of a movement is still undecided. */
const SLOP = 10;

/** A swipe over this fraction of the card's width, or this many pixels, counts as deliberate. */
const DELIBERATE_FRACTION = 0.4;
const DELIBERATE_PIXELS = 140;

/** A flick counts as deliberate, too: minimum speed in pixels per millisecond and minimum distance in pixels. */
const FLICK_SPEED = 0.5;
const FLICK_PIXELS = 40;

/** Distance a finger has moved: `across` in the reading direction (negative is backwards), `down` the page. */
interface Movement {
  across: number;
  down: number;
}

/** Classifies a movement: undecided, a swipe of the card towards the line start, or something else (scrolling). */
export function directionOf({ across, down }: Movement): 'open' | 'swipe' | 'other' {
  if (Math.hypot(across, down) < SLOP) return 'open';
  return across < 0 && -across > Math.abs(down) ? 'swipe' : 'other';
}

/** Returns whether a finished swipe should delete the card. `width` is the card's, `duration` is in milliseconds. */
export function isDeliberate(across: number, width: number, duration: number): boolean {
  const distance = -across;
  if (distance >= Math.min(DELIBERATE_PIXELS, width * DELIBERATE_FRACTION)) return true;
  return distance >= FLICK_PIXELS && distance / Math.max(duration, 1) >= FLICK_SPEED;
}

interface Swipe {
  pointer: number;
  x: number;
  y: number;
  since: number;
  isSwiping: boolean;
}

interface SwipeHandlers {
  onPointerDown(event: PointerEvent<HTMLElement>): void;
  onPointerMove(event: PointerEvent<HTMLElement>): void;
  onPointerUp(event: PointerEvent<HTMLElement>): void;
  onPointerCancel(event: PointerEvent<HTMLElement>): void;
  onClickCapture(event: MouseEvent<HTMLElement>): void;
}

/** Returns 1 for left-to-right text, -1 for right-to-left. */
const readingDirection = (element: Element) => (getComputedStyle(element).direction === 'rtl' ? -1 : 1);

function movedSince({ x, y }: Swipe, event: PointerEvent<HTMLElement>): Movement {
  return {
    across: (event.clientX - x) * readingDirection(event.currentTarget),
    down: event.clientY - y,
  };
}

function follow(element: HTMLElement, across: number): void {
  const shift = Math.min(0, across) * readingDirection(element);
  element.style.transform = shift === 0 ? '' : `translateX(${shift}px)`;
  element.toggleAttribute('data-swiped', shift !== 0);
}

/**
 * Returns handlers for swiping an element towards the line start with a finger or pen. Calls `onBegin` when it starts
 * to move and `onSwiped` when the swipe was deliberate; otherwise the element springs back. Mouse users have the
 * button instead. The click that ends a swipe is suppressed.
 */
function useSwipe(onBegin: () => void, onSwiped: () => void): SwipeHandlers {
  const swipe = useRef<Swipe>(undefined);
  const hasSwiped = useRef(false);
  const end = (event: PointerEvent<HTMLElement>, isDone: boolean) => {
    const { current } = swipe;
    swipe.current = undefined;
    if (!current?.isSwiping) return;
    const element = event.currentTarget;
    const { across } = movedSince(current, event);
    if (isDone && isDeliberate(across, element.clientWidth, event.timeStamp - current.since)) onSwiped();
    else follow(element, 0);
  };
  return {
    onPointerDown(event) {
      hasSwiped.current = false;
      if (event.pointerType === 'mouse' || !event.isPrimary) return;
      const { pointerId: pointer, clientX: x, clientY: y, timeStamp: since } = event;
      swipe.current = { pointer, x, y, since, isSwiping: false };
    },
    onPointerMove(event) {
      const { current } = swipe;
      if (current?.pointer !== event.pointerId) return;
      const moved = movedSince(current, event);
      const direction = current.isSwiping ? 'swipe' : directionOf(moved);
      if (direction === 'other') swipe.current = undefined;
      if (direction !== 'swipe') return;
      if (!current.isSwiping) {
        event.currentTarget.setPointerCapture(event.pointerId);
        onBegin();
      }
      current.isSwiping = true;
      hasSwiped.current = true;
      follow(event.currentTarget, moved.across);
    },
    onPointerUp: (event) => end(event, true),
    onPointerCancel: (event) => end(event, false),
    onClickCapture(event) {
      if (!hasSwiped.current) return;
      hasSwiped.current = false;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}
