import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { LoopStill } from '../../animation/AnimationStage.tsx';
import { onDemandOptional } from '../on-demand.tsx';
import type { SkyMotionProps } from './SkyMotion.tsx';

/**
 * Delay before the moving sky is loaded (ms). Starting the player keeps a slow phone busy for up to 0.3 s, which must
 * not happen while a user may tap for the first time, nor within the five quiet seconds after which a page counts as
 * interactive.
 */
const SETTLE_MS = 6_000;

const Sky = styled.div`
  position: relative;
  display: flex;
  /* In the frame's column it would shrink to the screen's height and cut off the buttons under large text. */
  flex: none;
  flex-direction: column;
  inline-size: 100%;
  min-block-size: var(--screen);
  background: radial-gradient(120% 70% at 70% 0%, var(--night-glow) 0%, var(--night) 45%, var(--night-deep) 100%);
  color: var(--on-night);
  overflow: hidden;
  isolation: isolate;
`;

/** As wide as a phone at most: on a wider screen the stars would be too large. */
const Picture = styled.div`
  position: absolute;
  inset-block: 0;
  inset-inline: max(0px, 50% - var(--column) / 2);
  z-index: -1;

  [dir='rtl'] & {
    transform: scaleX(-1);
  }
`;

const Ground = styled.div`
  inline-size: 100%;
  max-inline-size: var(--column);
  margin: auto auto 0;
  padding: 40vh var(--space-5) calc(28px + env(safe-area-inset-bottom));
  /* Text overlaps the path to the star, which fades out behind it. */
  background: linear-gradient(transparent 25%, rgb(7 31 40 / 0.9) 50%);
  --brand: #fff;
  --brand-soft: rgb(255 255 255 / 0.12);

  h1 {
    font-size: min(2.25rem, 14vw);
  }
  p {
    margin-block-start: 14px;
    font-size: var(--text-l);
  }
`;

const StillSky = () => (
  <Picture>
    <LoopStill name="background" />
  </Picture>
);

const settled = () => new Promise((resolve) => setTimeout(resolve, SETTLE_MS));

/** The still sky stays if its animation can't be loaded. */
const MovingSky = onDemandOptional<SkyMotionProps>(() => settled().then(() => import('./SkyMotion.tsx')), {
  fallback: <StillSky />,
  onError: () => undefined,
});

/**
 * The night sky with the guiding star and the path to it, for the first screens. Text and buttons are at the bottom. It
 * is a still at first and moves once the page has settled.
 */
export function NightSky({ children }: { children: ReactNode }) {
  return (
    <Sky data-theme="dark">
      <MovingSky frame={Picture} />
      <Ground>{children}</Ground>
    </Sky>
  );
}
