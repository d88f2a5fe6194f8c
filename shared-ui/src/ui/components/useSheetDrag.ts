import { type RefObject, useEffect, useRef } from 'react';

/** `idle`: lowered to its tabs. A panel that is closed is not there. */
export type PanelState = 'open' | 'idle';
export type Settled = PanelState | 'closed';

/** Put on every part of a sheet that it can be dragged by; such parts must not scroll (`touch-action: none`). */
export const GRIP = { 'data-grip': '' };

/** A finger that moves less than this, in pixels, taps. */
const SLOP = 6;
/** How far ahead the movement is thought on when the finger lets go, in milliseconds: a flick goes further. */
const THROW_MS = 180;
/** Dragged or thrown this far down from its lowered place, in pixels, the sheet closes. */
const CLOSING = 36;
/** The part of its way that an open sheet has to go before it stays down. */
const LOWERING = 0.33;
/** Movements older than this say nothing about the finger's speed, in milliseconds. */
const RECENT_MS = 80;

/**
 * Where a sheet comes to rest.
 * @param at how far down it was let go, in pixels from its open place
 * @param speed pixels a millisecond, down is positive
 * @param travel how far down its lowered place is, in pixels
 */
export function settle(from: PanelState, at: number, speed: number, travel: number): Settled {
  const aim = at + speed * THROW_MS;
  if (from === 'open') return aim > travel * LOWERING ? 'idle' : 'open';
  if (aim > travel + CLOSING) return 'closed';
  return aim < travel * (1 - LOWERING) ? 'open' : 'idle';
}

/** Past its end the sheet follows the finger less and less. */
export const withResistance = (y: number) => (y < 0 ? -((-y) ** 0.6) : y);

interface Drag {
  pointer: number;
  startY: number;
  /** Where the sheet was, in pixels from its open place. */
  base: number;
  travel: number;
  isMoving: boolean;
  recent: { time: number; y: number }[];
}

function speedOf({ recent }: Drag, now: number): number {
  const last = recent.filter(({ time }) => now - time < RECENT_MS);
  const [first] = last;
  const newest = last.at(-1);
  if (!first || !newest || newest.time === first.time) return 0;
  return (newest.y - first.y) / (newest.time - first.time);
}

/** Pixels between the open and the lowered place: what CSS says `idle` is. */
function travelOf(sheet: HTMLElement): number {
  const style = getComputedStyle(sheet);
  const tabs = sheet.nextElementSibling?.getBoundingClientRect().height ?? 0;
  return Math.max(1, sheet.offsetHeight - (Number.parseFloat(style.getPropertyValue('--grip')) || 0) - tabs);
}

interface Handlers {
  state: PanelState;
  onSettle(settled: Settled): void;
  onDrag?: ((isDragging: boolean) => void) | undefined;
}

class SheetDrag {
  #drag: Drag | undefined;
  #swallowClick = false;
  readonly #sheet: HTMLElement;
  readonly #handlers: () => Handlers;

  constructor(sheet: HTMLElement, handlers: () => Handlers) {
    this.#sheet = sheet;
    this.#handlers = handlers;
  }

  down = (event: PointerEvent) => {
    const isGrip = event.target instanceof Element && event.target.closest('[data-grip]') !== null;
    if (!isGrip || !event.isPrimary || event.button !== 0) return;
    this.#swallowClick = false;
    this.#drag = {
      pointer: event.pointerId,
      startY: event.clientY,
      base: 0,
      travel: travelOf(this.#sheet),
      isMoving: false,
      recent: [],
    };
  };

  move = (event: PointerEvent) => {
    const drag = this.#drag;
    if (drag?.pointer !== event.pointerId) return;
    const way = event.clientY - drag.startY;
    if (!drag.isMoving && Math.abs(way) < SLOP) return;
    if (!drag.isMoving) this.#begin(drag);
    drag.recent.push({ time: event.timeStamp, y: event.clientY });
    this.#sheet.style.transform = `translateY(${withResistance(drag.base + way)}px)`;
  };

  up = (event: PointerEvent) => {
    const drag = this.#drag;
    if (drag?.pointer !== event.pointerId) return;
    this.#drag = undefined;
    if (!drag.isMoving) return;
    const { state, onSettle, onDrag } = this.#handlers();
    const at = drag.base + event.clientY - drag.startY;
    const settled =
      event.type === 'pointercancel' ? state : settle(state, at, speedOf(drag, event.timeStamp), drag.travel);
    delete this.#sheet.dataset.dragging;
    // A sheet that closes leaves from where it is.
    if (settled !== 'closed') this.#sheet.style.transform = '';
    onDrag?.(false);
    onSettle(settled);
  };

  /** The end of a drag is no press on what lies under the finger. */
  click = (event: MouseEvent) => {
    if (!this.#swallowClick) return;
    this.#swallowClick = false;
    event.preventDefault();
    event.stopPropagation();
  };

  #begin(drag: Drag): void {
    drag.isMoving = true;
    // Caught in flight it goes on from there.
    drag.base = new DOMMatrix(getComputedStyle(this.#sheet).transform).m42;
    this.#swallowClick = true;
    this.#sheet.setPointerCapture(drag.pointer);
    this.#sheet.dataset.dragging = '';
    this.#handlers().onDrag?.(true);
  }
}

/** Lets a sheet follow the finger (or mouse, or pen) by its grips, and settle where it is thrown. */
export function useSheetDrag(sheet: RefObject<HTMLElement | null>, handlers: Handlers): void {
  const latest = useRef(handlers);
  useEffect(() => {
    latest.current = handlers;
  });
  useEffect(() => {
    const element = sheet.current;
    if (!element) return;
    const drag = new SheetDrag(element, () => latest.current);
    element.addEventListener('pointerdown', drag.down);
    element.addEventListener('pointermove', drag.move);
    element.addEventListener('pointerup', drag.up);
    element.addEventListener('pointercancel', drag.up);
    element.addEventListener('click', drag.click, true);
    return () => {
      element.removeEventListener('pointerdown', drag.down);
      element.removeEventListener('pointermove', drag.move);
      element.removeEventListener('pointerup', drag.up);
      element.removeEventListener('pointercancel', drag.up);
      element.removeEventListener('click', drag.click, true);
    };
  }, [sheet]);
}
