import { useLottieLight } from 'lottie-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { type Drawing, type Track, tracksOf } from './tracks.ts';

const Box = styled.div`
  inline-size: 100%;
  block-size: 100%;

  > svg {
    display: block;
  }
`;

export interface PlayerProps {
  /** Lottie's JSON, parsed. */
  drawing: Drawing;
  loop: boolean;
  /** Fills its box and is cut off at the sides, instead of fitting in. */
  cover: boolean;
  isPaused: boolean;
  /** The first frame is on the page, and what moves begins to. */
  onReady: (() => void) | undefined;
  /** The drawing can't be played. */
  onError(): void;
}

/** Plays a track on the element that the engine drew for its layer: the first layer lies on top, and is the last child. */
function play(picture: Element, { path, keyframes, timing }: Track): Animation[] {
  let element: Element | undefined = picture;
  for (const place of path) element = element?.children[element.children.length - 1 - place];
  return element ? [element.animate(keyframes, timing)] : [];
}

/**
 * Shows a drawing with the light engine (SVG only, no expressions, no `eval`), which draws it once. The browser moves
 * its layers: smooth, and without work for the page (docs/decisions/2026-11-20-animation-rates.md). The element is our
 * own, because the package's display component writes a style element that the page's security policy forbids.
 */
export function Player({ drawing, loop, cover, isPaused, onReady, onError }: PlayerProps) {
  const box = useRef<HTMLElement | null>(null);
  const [movements, setMovements] = useState<Animation[]>();
  const [isDrawn, setIsDrawn] = useState(false);
  const { setDisplayRef } = useLottieLight({
    src: drawing,
    rendererSettings: {
      preserveAspectRatio: cover ? 'xMidYMin slice' : 'xMidYMid meet',
      // All layers are there from the beginning, those that appear later too.
      progressiveLoad: false,
      hideOnTransparent: false,
    },
    subscriptions: { ready: () => setIsDrawn(true), error: onError },
  });
  const place = useCallback(
    (element: HTMLElement | null) => {
      box.current = element;
      setDisplayRef(element);
    },
    [setDisplayRef],
  );
  const announce = useRef(onReady);
  announce.current = onReady;
  useEffect(() => {
    if (!isDrawn) return;
    const picture = box.current?.querySelector('svg > g');
    const begun = picture ? tracksOf(drawing, loop).flatMap((track) => play(picture, track)) : [];
    setMovements(begun);
    announce.current?.();
    return () => {
      for (const movement of begun) movement.cancel();
    };
  }, [isDrawn, drawing, loop]);
  useEffect(() => {
    for (const movement of movements ?? []) {
      if (isPaused) movement.pause();
      else movement.play();
    }
  }, [movements, isPaused]);
  return <Box ref={place} />;
}
