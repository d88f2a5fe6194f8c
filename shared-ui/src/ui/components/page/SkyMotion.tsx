import Pause from 'lucide-react/icons/pause';
import Play from 'lucide-react/icons/play';
import { type ComponentType, type ReactNode, useState } from 'react';
import { styled } from 'styled-components';
import { useText } from '../../../platform/i18n/i18n.ts';
import { words } from '../../../words.ts';
import { Loop } from '../../animation/AnimationStage.tsx';
import { IconButton } from '../Button.tsx';

const Corner = styled.div`
  position: absolute;
  inset-block-start: calc(var(--space-2) + env(safe-area-inset-top));
  inset-inline-end: var(--space-2);

  button {
    color: var(--on-night);
    opacity: 0.8;
  }
`;

export interface SkyMotionProps {
  /** Positions the picture in the same box as the still. */
  frame: ComponentType<{ children: ReactNode }>;
}

/** The moving sky, with the button that pauses it (WCAG 2.2.2). */
export default function SkyMotion({ frame: Frame }: SkyMotionProps) {
  const t = useText(words);
  const [isMoving, setIsMoving] = useState(false);
  const [isPaused, setIsPaused] = useState(false);
  return (
    <>
      <Frame>
        <Loop name="background" isPaused={isPaused} onReady={() => setIsMoving(true)} />
      </Frame>
      {isMoving && (
        <Corner>
          <IconButton
            label={t(isPaused ? 'sky.play' : 'sky.pause')}
            icon={isPaused ? <Play /> : <Pause />}
            onClick={() => setIsPaused(!isPaused)}
          />
        </Corner>
      )}
    </>
  );
}
