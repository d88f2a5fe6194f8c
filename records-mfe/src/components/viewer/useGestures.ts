import { type PointerEvent, type RefObject, useEffect, useRef } from 'react';
import { DOUBLE_TAP_ZOOM, type Placement, type Point, panBy, type Size, WHOLE, zoomAt } from './zoom.ts';

/** Maximum time (ms) and distance (px) between the taps of a double tap. */
const DOUBLE_TAP_MS = 320;
const DOUBLE_TAP_PX = 28;
/** Movement below which a touch is a tap, in px. */
const TAP_PX = 8;
/** Wheel sensitivity: the zoom factor is e^(-deltaY × WHEEL). */
const WHEEL = 0.01;

export type Place = (change: (from: Placement, frame: Size) => Placement) => void;

const midpoint = ([a, b]: readonly Point[]): Point => ({
  x: ((a?.x ?? 0) + (b?.x ?? a?.x ?? 0)) / 2,
  y: ((a?.y ?? 0) + (b?.y ?? a?.y ?? 0)) / 2,
});
const distance = ([a, b]: readonly Point[]) => (a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0);

/** Pointer gestures on a picture: one finger drags, two pinch, a double tap toggles zoom, Ctrl + wheel zooms. */
export function useGestures(frame: RefObject<HTMLElement | null>, place: Place) {
  const pointers = useRef(new Map<number, Point>());
  const travelled = useRef(0);
  const lastTap = useRef<{ at: number; point: Point } | null>(null);

  const pointOf = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => {
    const { left = 0, top = 0 } = frame.current?.getBoundingClientRect() ?? {};
    return { x: clientX - left, y: clientY - top };
  };

  useEffect(() => {
    const element = frame.current;
    // React's wheel listeners are passive and can't prevent the page from zooming as well.
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      const { left, top } = (event.currentTarget as HTMLElement).getBoundingClientRect();
      const point = { x: event.clientX - left, y: event.clientY - top };
      place((from, size) => zoomAt(from, Math.exp(-event.deltaY * WHEEL), point, size));
    };
    element?.addEventListener('wheel', onWheel, { passive: false });
    return () => element?.removeEventListener('wheel', onWheel);
  }, [frame, place]);

  const tap = (point: Point, at: number) => {
    const before = lastTap.current;
    const isSecond =
      before !== null && at - before.at < DOUBLE_TAP_MS && distance([before.point, point]) < DOUBLE_TAP_PX;
    lastTap.current = isSecond ? null : { at, point };
    if (isSecond) place((from, size) => (from.scale > 1 ? WHOLE : zoomAt(from, DOUBLE_TAP_ZOOM, point, size)));
  };

  const down = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    if (pointers.current.size === 0) travelled.current = 0;
    pointers.current.set(event.pointerId, pointOf(event));
  };

  const move = (event: PointerEvent<HTMLElement>) => {
    const known = pointers.current.get(event.pointerId);
    if (!known) return;
    const before = [...pointers.current.values()];
    const point = pointOf(event);
    travelled.current += distance([known, point]);
    pointers.current.set(event.pointerId, point);
    const now = [...pointers.current.values()];
    const [from, to] = [midpoint(before), midpoint(now)];
    const factor = before.length > 1 && distance(before) > 0 ? distance(now) / distance(before) : 1;
    place((placement, size) =>
      panBy(zoomAt(placement, factor, from, size), { x: to.x - from.x, y: to.y - from.y }, size),
    );
  };

  const up = (event: PointerEvent<HTMLElement>) => {
    const wasAlone = pointers.current.size === 1 && pointers.current.has(event.pointerId);
    pointers.current.delete(event.pointerId);
    if (wasAlone && travelled.current < TAP_PX && event.type === 'pointerup') tap(pointOf(event), event.timeStamp);
  };

  return { onPointerDown: down, onPointerMove: move, onPointerUp: up, onPointerCancel: up };
}
