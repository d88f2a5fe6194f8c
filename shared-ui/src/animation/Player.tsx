import { useLottieLight } from 'lottie-react';
import { styled } from 'styled-components';

const Box = styled.div`
  inline-size: 100%;
  block-size: 100%;

  > svg {
    display: block;
  }
`;

export interface PlayerProps {
  /** Lottie's JSON, parsed. */
  drawing: object;
  loop: boolean;
  onMarker: ((name: string) => void) | undefined;
  onComplete: (() => void) | undefined;
  /** The drawing can't be played. */
  onError(): void;
}

/**
 * Plays a drawing with the light engine (SVG only, no expressions, no `eval`). The element is our own, because the
 * package's display component writes a style element that the page's security policy forbids.
 */
export function Player({ drawing, loop, onMarker, onComplete, onError }: PlayerProps) {
  const { setDisplayRef } = useLottieLight({
    src: drawing,
    loop,
    autoplay: true,
    subscriptions: {
      marker: ({ marker }) => onMarker?.(marker),
      complete: () => onComplete?.(),
      error: onError,
    },
  });
  return <Box ref={setDisplayRef} />;
}
