import Maximize from 'lucide-react/icons/maximize';
import ZoomIn from 'lucide-react/icons/zoom-in';
import ZoomOut from 'lucide-react/icons/zoom-out';
import { type KeyboardEvent, useCallback, useId, useRef, useState } from 'react';
import { IconButton, Soft, Spinner, useText, VisuallyHidden } from 'shared-ui';
import { styled } from 'styled-components';
import { words } from '../../words.ts';
import { type Place, useGestures } from './useGestures.ts';
import { MAX_SCALE, type Point, panBy, STEP, WHOLE, zoomAt } from './zoom.ts';

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
    (by: Parameters<Place>[0], step: boolean) => {
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
