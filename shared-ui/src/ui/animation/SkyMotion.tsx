import Pause from 'lucide-react/icons/pause';
import Play from 'lucide-react/icons/play';
import { type ComponentType, type ReactNode, useState } from 'react';
import { styled } from 'styled-components';
import { useText } from '../../platform/i18n/index.ts';
import { words } from '../../words.ts';
import { IconButton } from '../components/Button.tsx';
import { Animation } from './Animation.tsx';

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
  /** What places the picture: the same box as the still one's. */
  frame: ComponentType<{ children: ReactNode }>;
  /** The moving sky is on the page: the still one may go. */
  onReady(): void;
}

/** The moving sky, with the button that stops it: no user has to read beside something that moves (WCAG 2.2.2). */
export function SkyMotion({ frame: Frame, onReady }: SkyMotionProps) {
  const t = useText(words);
  const [isPaused, setIsPaused] = useState(false);
  return (
    <>
      <Frame>
        <Animation name="background" isPaused={isPaused} onReady={onReady} />
      </Frame>
      <Corner>
        <IconButton
          label={t(isPaused ? 'sky.play' : 'sky.pause')}
          icon={isPaused ? <Play /> : <Pause />}
          onClick={() => setIsPaused(!isPaused)}
        />
      </Corner>
    </>
  );
}
