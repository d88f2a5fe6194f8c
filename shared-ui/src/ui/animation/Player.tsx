import { useEffect, useId, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { type DrawnAnimation, pictureOf, startMoving } from './drawn.ts';

const Box = styled.div`
  inline-size: 100%;
  block-size: 100%;

  > svg {
    display: block;
    inline-size: 100%;
    block-size: 100%;
  }
`;

export interface PlayerProps {
  drawn: DrawnAnimation;
  loop: boolean;
  /** Fills its box and is cut off at the sides, instead of fitting in. */
  cover: boolean;
  isPaused: boolean;
  /** The first frame is on the page, and what moves begins to. */
  onReady(): void;
  /** The animation can't be shown. */
  onError(): void;
}

/**
 * Shows an animation that was drawn when the product was made. The browser moves its layers: smooth, and without work for
 * the page (docs/decisions/2026-11-20-animation-rates.md).
 */
export function Player({ drawn, loop, cover, isPaused, onReady, onError }: PlayerProps) {
  const box = useRef<HTMLDivElement>(null);
  const id = useId();
  const [movements, setMovements] = useState<Animation[]>([]);
  const calls = useRef({ onReady, onError });
  calls.current = { onReady, onError };
  useEffect(() => {
    try {
      const picture = pictureOf(drawn, `${id}-`, cover ? 'xMidYMin slice' : 'xMidYMid meet');
      box.current?.replaceChildren(picture);
      const begun = startMoving(picture, drawn, loop);
      setMovements(begun);
      calls.current.onReady();
      return () => {
        for (const movement of begun) movement.cancel();
      };
    } catch (error) {
      console.info('An animation stands still', error);
      calls.current.onError();
      return;
    }
  }, [drawn, id, loop, cover]);
  useEffect(() => {
    for (const movement of movements) {
      if (isPaused) movement.pause();
      else movement.play();
    }
  }, [movements, isPaused]);
  return <Box ref={box} />;
}
