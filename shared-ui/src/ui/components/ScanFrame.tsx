import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { TINY_SCREEN } from '../theme/theme.ts';
import { onDemandOptional } from './on-demand.tsx';

const Frame = styled.div`
  position: relative;
  inline-size: 100%;
  max-inline-size: var(--card-max);
  border-radius: var(--radius-l);
  background: var(--night-deep);
  color: var(--on-night);
  overflow: hidden;
`;

const Picture = styled.div`
  position: relative;
  aspect-ratio: 3 / 4;

  > video,
  > img {
    position: absolute;
    inset: 0;
    inline-size: 100%;
    block-size: 100%;
    object-fit: cover;
  }
  > svg {
    position: absolute;
    inset: 0;
    inline-size: 100%;
    block-size: 100%;
  }
`;

const Words = styled.div`
  position: absolute;
  inset-block-end: 0;
  inset-inline: 0;
  padding: var(--space-4);
  background: linear-gradient(transparent, rgb(7 31 40 / 0.85) 40%);
  text-align: center;

  /* Large words would cover the code. */
  ${TINY_SCREEN} {
    position: static;
  }
`;

/** Decorative: the camera reads codes without it. */
const Corners = onDemandOptional<{ found: boolean }>(() => import('./ScanCorners.tsx'), {
  onError: () => undefined,
});

interface ScanFrameProps {
  /** The camera's `<video>`. */
  children: ReactNode;
  found?: boolean;
  /** What to do, shown over the lower edge of the picture, or below it if the words are large. */
  hint?: ReactNode;
}

/** The camera picture with a viewfinder: the code must be between the corners. */
export function ScanFrame({ children, found = false, hint }: ScanFrameProps) {
  return (
    <Frame>
      <Picture>
        {children}
        <Corners found={found} />
      </Picture>
      {hint && <Words>{hint}</Words>}
    </Frame>
  );
}
