import Maximize from 'lucide-react/icons/maximize';
import ZoomIn from 'lucide-react/icons/zoom-in';
import ZoomOut from 'lucide-react/icons/zoom-out';
import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { IconButton, Soft, Spinner, useText, VisuallyHidden } from 'shared-ui';
import { styled } from 'styled-components';
import { words } from '../../words.ts';
import {
  DOUBLE_TAP_ZOOM,
  MAX_SCALE,
  type Placement,
  type Point,
  panBy,
  type Size,
  STEP,
  WHOLE,
  zoomAt,
} from './zoom.ts';

/** Distance that an arrow key moves the picture, in px. */
const NUDGE = 48;
const ARROWS: Record<string, Point> = {
  ArrowLeft: { x: NUDGE, y: 0 },
  ArrowRight: { x: -NUDGE, y: 0 },
  ArrowUp: { x: 0, y: NUDGE },
  ArrowDown: { x: 0, y: -NUDGE },
};

const Frame = styled.div`
  position: relative;
  inline-size: 100%;
  max-block-size: 66dvh;
  border-radius: var(--radius-m);
  background: #05090b;
  overflow: hidden;
  cursor: zoom-in;
  touch-action: pan-y;
  user-select: none;

  &[data-zoomed] {
    cursor: grab;
    touch-action: none;
  }
  &[data-zoomed]:active {
    cursor: grabbing;
  }
  > img {
    display: block;
    inline-size: 100%;
    block-size: 100%;
    object-fit: contain;
    transform-origin: 0 0;
    -webkit-user-drag: none;
  }
  &[data-steps] > img {
    transition: transform var(--fade) var(--ease);
  }
  &[data-waiting] {
    display: grid;
    place-items: center;
    color: #cfd8dc;
    cursor: default;
  }
`;

const Bar = styled.div`
  display: flex;
  align-items: center;
  justify-content: center;
  gap: var(--space-2);
  margin-block: var(--space-2) var(--space-1);

  > button {
    border: 1px solid var(--line-color);
    background: var(--surface);
    color: var(--brand);
  }
  > [aria-disabled='true'] {
    color: var(--ink-soft);
    cursor: default;
    opacity: 0.55;
  }
  > output {
    min-inline-size: 4.5rem;
    font-weight: 620;
    text-align: center;
  }
`;

const Hint = styled(Soft)`
  text-align: center;
  text-wrap: balance;
`;

interface PictureViewerProps {
  /** Accessible name, e.g. "From the front". */
  title: string;
  /** Description of the picture. */
  alt: string;
  /** Null while the picture is loading; its space is reserved. */
  src: string | null;
  /** The picture's natural size in px, or null if unknown. */
  width: number | null;
  height: number | null;
}

/**
 * Zoomable picture. Pinch, double tap, buttons and the + and - keys zoom, dragging and arrow keys pan, and 0 shows the
 * whole picture again.
 */
export function PictureViewer({ title, alt, src, width, height }: PictureViewerProps) {
  const t = useText(words);
  const hint = useId();
  const frame = useRef<HTMLDivElement>(null);
  const [placement, setPlacement] = useState(WHOLE);
  const [isStep, setIsStep] = useState(false);
  const isWaiting = src === null;
  const change = useCallback(
    (by: Parameters<ChangePlacement>[0], step: boolean) => {
      if (isWaiting) return;
      const { clientWidth = 0, clientHeight = 0 } = frame.current ?? {};
      setIsStep(step);
      setPlacement((from) => by(from, { width: clientWidth, height: clientHeight }));
    },
    [isWaiting],
  );
  const gestures = useGestures(
    frame,
    useCallback((by) => change(by, false), [change]),
  );
  const zoom = (factor: number) =>
    change((from, size) => zoomAt(from, factor, { x: size.width / 2, y: size.height / 2 }, size), true);
  const reset = () => change(() => WHOLE, true);

  const press = (event: KeyboardEvent) => {
    const arrow = ARROWS[event.key];
    if (event.key === '+' || event.key === '=') zoom(STEP);
    else if (event.key === '-') zoom(1 / STEP);
    else if (event.key === '0') reset();
    else if (arrow && placement.scale > 1) change((from, size) => panBy(from, arrow, size), true);
    else return;
    event.preventDefault();
  };

  const isWhole = placement.scale === 1;
  const isClosest = isWaiting || placement.scale === MAX_SCALE;
  return (
    <section aria-label={t('viewer.name', { title })}>
      <Frame
        ref={frame}
        role="group"
        tabIndex={0}
        aria-label={title}
        aria-describedby={hint}
        onKeyDown={press}
        style={{ aspectRatio: width && height ? `${width} / ${height}` : '4 / 3' }}
        data-waiting={isWaiting ? '' : undefined}
        data-zoomed={isWhole ? undefined : ''}
        data-steps={isStep ? '' : undefined}
        {...gestures}
      >
        {isWaiting ? (
          <>
            <Spinner />
            <VisuallyHidden role="status">{t('viewer.loading')}</VisuallyHidden>
          </>
        ) : (
          <img
            src={src}
            alt={alt}
            draggable={false}
            style={{ transform: `translate(${placement.x}px, ${placement.y}px) scale(${placement.scale})` }}
          />
        )}
      </Frame>
      <Bar>
        <IconButton label={t('viewer.out')} icon={<ZoomOut />} aria-disabled={isWhole} onClick={() => zoom(1 / STEP)} />
        <output aria-label={t('viewer.zoom')}>
          {t('viewer.percent', { percent: Math.round(placement.scale * 100) })}
        </output>
        <IconButton label={t('viewer.in')} icon={<ZoomIn />} aria-disabled={isClosest} onClick={() => zoom(STEP)} />
        <IconButton label={t('viewer.whole')} icon={<Maximize />} aria-disabled={isWhole} onClick={reset} />
      </Bar>
      <Hint id={hint}>{t('viewer.hint')}</Hint>
    </section>
  );
}

/** Maximum time (ms) and distance (px) between the taps of a double tap. */
const DOUBLE_TAP_MS = 320;
const DOUBLE_TAP_PX = 28;
/** Movement below which a touch is a tap, in px. */
const TAP_PX = 8;
/** Wheel sensitivity: the zoom factor is e^(-deltaY × WHEEL). */
const WHEEL = 0.01;

/** Changes the placement of the picture, given the size of its frame. */
type ChangePlacement = (change: (from: Placement, frame: Size) => Placement) => void;

const midpoint = ([a, b]: readonly Point[]): Point => ({
  x: ((a?.x ?? 0) + (b?.x ?? a?.x ?? 0)) / 2,
  y: ((a?.y ?? 0) + (b?.y ?? a?.y ?? 0)) / 2,
});
const distance = ([a, b]: readonly Point[]) => (a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0);

/** Pointer gestures on a picture: one finger drags, two pinch, a double tap toggles zoom, Ctrl + wheel zooms. */
function useGestures(frame: RefObject<HTMLElement | null>, changePlacement: ChangePlacement) {
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
      changePlacement((from, size) => zoomAt(from, Math.exp(-event.deltaY * WHEEL), point, size));
    };
    element?.addEventListener('wheel', onWheel, { passive: false });
    return () => element?.removeEventListener('wheel', onWheel);
  }, [frame, changePlacement]);

  const tap = (point: Point, at: number) => {
    const before = lastTap.current;
    const isSecond =
      before !== null && at - before.at < DOUBLE_TAP_MS && distance([before.point, point]) < DOUBLE_TAP_PX;
    lastTap.current = isSecond ? null : { at, point };
    if (isSecond)
      changePlacement((from, size) => (from.scale > 1 ? WHOLE : zoomAt(from, DOUBLE_TAP_ZOOM, point, size)));
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
    changePlacement((placement, size) =>
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
