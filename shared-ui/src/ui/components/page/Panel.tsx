import ChevronUp from 'lucide-react/icons/chevron-up';
import X from 'lucide-react/icons/x';
import { type ReactNode, type Ref, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { prefersStillness, riseIn, SHORT_SCREEN } from '../../theme/theme.ts';
import { IconButton } from '../Button.tsx';
import { HeaderSlot } from './Page.tsx';
import { GRIP, type PanelState, type Settled, useSheetDrag } from './useSheetDrag.ts';

/** The area of the panel. Lets presses through to the content behind it, except on the sheet. */
const Area = styled.div`
  position: absolute;
  z-index: 3;
  inset: 0;
  pointer-events: none;

  &[data-rises] {
    animation: ${riseIn} var(--panel) var(--ease);
  }
  > * {
    pointer-events: auto;
  }
`;

const Sheet = styled.section`
  --toast-lift: var(--tab-peak);
  position: absolute;
  inset: 0;
  display: flex;
  flex-direction: column;
  border-radius: var(--radius-l) var(--radius-l) 0 0;
  background: var(--page);
  box-shadow: var(--shadow-2);
  overflow: hidden;
  transition: transform var(--panel) var(--ease);

  &[data-state='idle'] {
    transform: translateY(calc(100% - var(--grip) - var(--tab-peak)));
  }
  &[data-dragging] {
    transition: none;
  }
  /* The header scrolls away with the content, and only the handle is left of a lowered panel. */
  ${SHORT_SCREEN} {
    overflow-y: auto;
    overscroll-behavior: contain;
    scroll-padding-block: var(--space-2) calc(var(--tab-peak) + var(--space-2));

    &[data-state='idle'] {
      overflow: hidden;
      transform: translateY(calc(100% - var(--grip)));
    }
  }
`;

const Grip = styled.div`
  position: relative;
  flex: none;
  min-block-size: var(--grip);
  touch-action: none;
  user-select: none;

  [data-state='idle'] > & {
    position: sticky;
    inset-block-start: 0;
  }
  > button:last-child {
    position: absolute;
    inset-block-start: 0;
    inset-inline-end: var(--space-2);
  }
`;

/** Holds the screen's header over the handle. A press on the heading reaches the handle below it. */
const Header = styled.div`
  position: relative;
  pointer-events: none;

  button {
    pointer-events: auto;
  }
`;

/** The whole strip is the handle: easy to hit, easy to hold. */
const Handle = styled.button`
  position: absolute;
  inset: 0;
  display: flex;
  align-items: center;
  gap: var(--space-2);
  inline-size: 100%;
  block-size: 100%;
  padding: 10px var(--space-4) 0;
  padding-inline-end: calc(var(--target) + var(--space-3));
  border: 0;
  background: transparent;
  color: var(--ink-soft);
  font-size: min(var(--text-s), 5vw);
  font-weight: 640;
  line-height: 1.2;
  text-align: inherit;
  cursor: grab;

  &:active {
    cursor: grabbing;
  }
  &:focus-visible {
    outline-offset: -4px;
  }
  &::before {
    position: absolute;
    inset-block-start: 5px;
    inset-inline-start: calc(50% - 22px);
    inline-size: 44px;
    block-size: 4px;
    border-radius: 3px;
    background: var(--calm);
    content: '';
    opacity: 0.55;
    transition: inline-size var(--fade), opacity var(--fade);
  }
  &:hover::before,
  [data-dragging] &::before {
    opacity: 1;
  }
  > span {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
`;

const Scroll = styled.div`
  position: relative;
  flex: 1;
  min-block-size: 0;
  padding-block-end: var(--tab-peak);
  overflow-y: auto;
  overscroll-behavior: contain;
  /* Keeps focused elements out from under the tabs. */
  scroll-padding-block: var(--space-2) calc(var(--tab-peak) + var(--space-2));

  [data-state='idle'] > & {
    visibility: hidden;
    transition: visibility 0s var(--panel);
  }
  [data-dragging] > & {
    visibility: visible;
  }
  ${SHORT_SCREEN} {
    flex: 1 0 auto;
    overflow: visible;
  }
`;

const Tabs = styled.div`
  position: absolute;
  inset-block-end: 0;
  inset-inline: 0;

  ${SHORT_SCREEN} {
    [data-state='idle'] + & {
      display: none;
    }
  }
`;

/** Duration of the panel's exit animation (ms, docs/product-rules.md#constants). */
const LEAVE_MS = 500;

function animateOut(element: HTMLElement, parent: Element, scrolled: number[]): void {
  const ghost = element.cloneNode(true) as HTMLElement;
  ghost.inert = true;
  ghost.ariaHidden = 'true';
  ghost.style.animation = 'none';
  for (const named of ghost.querySelectorAll('[id], [name]')) {
    named.removeAttribute('id');
    named.removeAttribute('name');
  }
  parent.append(ghost);
  for (const [index, inner] of [...ghost.querySelectorAll('*')].entries()) inner.scrollTop = scrolled[index] ?? 0;
  const easing = getComputedStyle(ghost).getPropertyValue('--ease') || 'ease';
  const leaving = ghost.animate({ transform: ['none', 'translateY(100%)'] }, { duration: LEAVE_MS, easing });
  leaving.onfinish = () => ghost.remove();
}

/**
 * Animates an element out when it is unmounted: an inert copy of it sinks out of sight in its place. The original is
 * removed immediately, for assistive technology and for code; only the copy remains visible.
 */
function useExitAnimation(ref: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = ref.current;
    return () => {
      const parent = element?.parentElement;
      if (!element || !parent || prefersStillness()) return;
      const scrolled = [...element.querySelectorAll('*')].map(({ scrollTop }) => scrollTop);
      // Later in the same frame: an element that is still connected was only remounted by React's strict mode.
      queueMicrotask(() => {
        if (!element.isConnected && parent.isConnected) animateOut(element, parent, scrolled);
      });
    };
  }, [ref]);
}

interface PanelProps {
  /** Accessible name of the panel (the person it shows). */
  label: string;
  /** Open over the page, or idle: lowered so far that only handle and tabs are visible. */
  state: PanelState;
  /** Shown on the lowered panel, next to the handle ("Jordan Avery"). */
  title: string;
  /** Labels of the buttons that do what the gestures do; `raise` contains the title, which is shown on its button. */
  words: { lower: string; raise: string; close: string };
  /** Skips the entry animation (initial render only). */
  skipsEntryAnimation?: boolean;
  onSettle(settled: Settled): void;
  onDrag?(isDragging: boolean): void;
  footer?: ReactNode;
  /** The scrolling part, for callers that remember its position. */
  scrollRef?: Ref<HTMLDivElement>;
  /** The button that lowers and raises the panel, for callers that return the focus to it. */
  handleRef?: Ref<HTMLButtonElement>;
  children: ReactNode;
}

/**
 * The profile panel: a sheet that slides up over the profile rows and can be dragged by its handle or heading, lowered
 * to its tabs, and closed. Fills its positioned parent, which clips it.
 */
export function Panel({
  label,
  state,
  title,
  words,
  skipsEntryAnimation = false,
  onSettle,
  onDrag,
  footer,
  scrollRef,
  handleRef,
  children,
}: PanelProps) {
  const area = useRef<HTMLDivElement>(null);
  const sheet = useRef<HTMLElement>(null);
  const [header, setHeader] = useState<HTMLElement | null>(null);
  useSheetDrag(sheet, { state, onSettle, onDrag });
  useExitAnimation(area);
  const [rises] = useState(!skipsEntryAnimation);
  const isIdle = state === 'idle';
  return (
    <Area ref={area} data-rises={rises || undefined}>
      <Sheet ref={sheet} aria-label={label} data-state={state}>
        <Grip {...GRIP}>
          <Handle
            ref={handleRef}
            type="button"
            aria-label={isIdle ? words.raise : words.lower}
            title={isIdle ? words.raise : words.lower}
            onClick={() => onSettle(isIdle ? 'open' : 'idle')}
          >
            {isIdle && (
              <>
                <ChevronUp />
                <span>{title}</span>
              </>
            )}
          </Handle>
          <Header ref={setHeader} hidden={isIdle} />
          {isIdle && <IconButton label={words.close} icon={<X />} onClick={() => onSettle('closed')} />}
        </Grip>
        <Scroll ref={scrollRef} inert={isIdle}>
          {header && <HeaderSlot value={header}>{children}</HeaderSlot>}
        </Scroll>
      </Sheet>
      <Tabs>{footer}</Tabs>
    </Area>
  );
}
