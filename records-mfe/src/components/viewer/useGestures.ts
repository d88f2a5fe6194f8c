import { type PointerEvent, type RefObject, useEffect, useRef } from 'react';
import { CLOSE_UP, type Placement, panBy, type Size, type Spot, WHOLE, zoomAt } from './zoom.ts';

/** Maximum time (ms) and distance (px) between the taps of a double tap. */
const DOUBLE_TAP_MS = 320;
const DOUBLE_TAP_PX = 28;
/** Movement below which a touch is a tap, in px. */
const TAP_PX = 8;
/** Wheel sensitivity: the zoom factor is e^(-deltaY × WHEEL). */
const WHEEL = 0.01;

export type Place = (change: (from: Placement, frame: Size) => Placement) => void;

const middle = ([a, b]: readonly Spot[]): Spot => ({
  x: ((a?.x ?? 0) + (b?.x ?? a?.x ?? 0)) / 2,
  y: ((a?.y ?? 0) + (b?.y ?? a?.y ?? 0)) / 2,
});
const spread = ([a, b]: readonly Spot[]) => (a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0);

/** Pointer gestures on a picture: one finger drags, two pinch, a double tap toggles zoom, Ctrl + wheel zooms. */
export function useGestures(frame: RefObject<HTMLElement | null>, place: Place) {
  const fingers = useRef(new Map<number, Spot>());
  const travelled = useRef(0);
  const lastTap = useRef<{ at: number; spot: Spot } | null>(null);

  const spotOf = ({ clientX, clientY }: { clientX: number; clientY: number }): Spot => {
    const { left = 0, top = 0 } = frame.current?.getBoundingClientRect() ?? {};
    return { x: clientX - left, y: clientY - top };
  };

  useEffect(() => {
    const element = frame.current;
    // React's wheel listeners are passive and can't prevent the page from zooming as well.
    const turn = (event: WheelEvent) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      const { left, top } = (event.currentTarget as HTMLElement).getBoundingClientRect();
      const spot = { x: event.clientX - left, y: event.clientY - top };
      place((from, size) => zoomAt(from, Math.exp(-event.deltaY * WHEEL), spot, size));
    };
    element?.addEventListener('wheel', turn, { passive: false });
    return () => element?.removeEventListener('wheel', turn);
  }, [frame, place]);

  const tap = (spot: Spot, at: number) => {
    const before = lastTap.current;
    const isSecond = before !== null && at - before.at < DOUBLE_TAP_MS && spread([before.spot, spot]) < DOUBLE_TAP_PX;
    lastTap.current = isSecond ? null : { at, spot };
    if (isSecond) place((from, size) => (from.scale > 1 ? WHOLE : zoomAt(from, CLOSE_UP, spot, size)));
  };

  const down = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    if (fingers.current.size === 0) travelled.current = 0;
    fingers.current.set(event.pointerId, spotOf(event));
  };

  const move = (event: PointerEvent<HTMLElement>) => {
    const known = fingers.current.get(event.pointerId);
    if (!known) return;
    const before = [...fingers.current.values()];
    const spot = spotOf(event);
    travelled.current += spread([known, spot]);
    fingers.current.set(event.pointerId, spot);
    const now = [...fingers.current.values()];
    const [from, to] = [middle(before), middle(now)];
    const factor = before.length > 1 && spread(before) > 0 ? spread(now) / spread(before) : 1;
    place((placement, size) =>
      panBy(zoomAt(placement, factor, from, size), { x: to.x - from.x, y: to.y - from.y }, size),
    );
  };

  const up = (event: PointerEvent<HTMLElement>) => {
    const wasAlone = fingers.current.size === 1 && fingers.current.has(event.pointerId);
    fingers.current.delete(event.pointerId);
    if (wasAlone && travelled.current < TAP_PX && event.type === 'pointerup') tap(spotOf(event), event.timeStamp);
  };

  return { onPointerDown: down, onPointerMove: move, onPointerUp: up, onPointerCancel: up };
}
