import { type RefObject, useEffect, useRef } from 'react';

/** `idle`: lowered to its tabs. A closed panel is not rendered. */
export type PanelState = 'open' | 'idle';
export type Settled = PanelState | 'closed';

/** Marks every part by which a sheet can be dragged; such parts must not scroll (`touch-action: none`). */
export const GRIP = { 'data-grip': '' };

/** Movement below which a touch counts as a tap (px). */
const SLOP = 6;
/** How far ahead a movement is extrapolated on release (ms), so that a flick goes further. */
const THROW_MS = 180;
/** Distance below its lowered position at which a dragged or thrown sheet closes (px). */
const CLOSING = 36;
/** Fraction of the travel that an open sheet has to move before it stays down. */
const LOWERING = 0.33;
/** Age after which movements no longer count for the finger's speed (ms). */
const RECENT_MS = 80;

/**
 * Returns where a sheet comes to rest.
 * @param at how far down it was released, in pixels from its open position
 * @param speed pixels per millisecond, positive downwards
 * @param travel how far down its lowered position is, in pixels
 */
export function settle(from: PanelState, at: number, speed: number, travel: number): Settled {
  const aim = at + speed * THROW_MS;
  if (from === 'open') return aim > travel * LOWERING ? 'idle' : 'open';
  if (aim > travel + CLOSING) return 'closed';
  return aim < travel * (1 - LOWERING) ? 'open' : 'idle';
}

/** Makes the sheet follow the finger less and less past its end. */
export const withResistance = (y: number) => (y < 0 ? -((-y) ** 0.6) : y);

interface Drag {
  pointer: number;
  startY: number;
  /** Position of the sheet at the start, in pixels from its open position. */
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

/** Returns the distance between the open and the lowered position (px), which is that of `idle` in CSS. */
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
    const distance = event.clientY - drag.startY;
    if (!drag.isMoving && Math.abs(distance) < SLOP) return;
    if (!drag.isMoving) this.#begin(drag);
    drag.recent.push({ time: event.timeStamp, y: event.clientY });
    this.#sheet.style.transform = `translateY(${withResistance(drag.base + distance)}px)`;
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
    // A sheet that closes moves on from where it is.
    if (settled !== 'closed') this.#sheet.style.transform = '';
    onDrag?.(false);
    onSettle(settled);
  };

  /** Swallows the click that ends a drag. */
  click = (event: MouseEvent) => {
    if (!this.#swallowClick) return;
    this.#swallowClick = false;
    event.preventDefault();
    event.stopPropagation();
  };

  #begin(drag: Drag): void {
    drag.isMoving = true;
    // A sheet that is caught while moving continues from there.
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
