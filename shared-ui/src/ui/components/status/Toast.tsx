import CircleCheck from 'lucide-react/icons/circle-check';
import X from 'lucide-react/icons/x';
import { type ReactNode, useEffect, useState } from 'react';
import { styled } from 'styled-components';
import { riseIn } from '../../theme/theme.ts';
import { Button, IconButton } from '../Button.tsx';
import { VisuallyHidden } from '../page/Layout.tsx';
import type { HeaderAction } from '../page/Page.tsx';

/** How long a toast stays without pointer or focus on it (ms). */
const STAY_MS = 8000;

const Place = styled.div`
  position: fixed;
  z-index: 50;
  inset-block-end: calc(var(--space-4) + var(--toast-lift, var(--bottom-inset)) + env(safe-area-inset-bottom));
  inset-inline: var(--space-4);
  display: grid;
  justify-items: center;
  pointer-events: none;
`;

const Slip = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: end;
  gap: var(--space-2);
  inline-size: 100%;
  max-inline-size: var(--card-max);
  min-block-size: 56px;
  padding: 6px 6px 6px var(--space-4);
  padding-inline: var(--space-4) 6px;
  border-radius: var(--radius-m);
  background: var(--ink);
  color: var(--page);
  box-shadow: var(--shadow-3);
  pointer-events: auto;
  animation: ${riseIn} var(--list) var(--ease);

  p {
    flex: 1 1 5rem;
    min-inline-size: 0;
  }
`;

interface ToastProps {
  /** What happened, or null if there is nothing to say. Keep the toast mounted, so that its message is read out. */
  message: string | null;
  icon?: ReactNode;
  /** An action to offer ("Undo"). */
  action?: HeaderAction | undefined;
  close: HeaderAction;
}

/** A short message at the bottom of the screen. Closes after 8 s, but not under a pointer or with the focus on it. */
export function Toast({ message, icon = <CircleCheck />, action, close }: ToastProps) {
  const [isPaused, setIsPaused] = useState(false);
  const { onPress } = close;
  useEffect(() => {
    if (message === null || isPaused) return;
    const timer = setTimeout(onPress, STAY_MS);
    return () => clearTimeout(timer);
  }, [message, isPaused, onPress]);
  const pause = () => setIsPaused(true);
  const resume = () => setIsPaused(false);
  return (
    <Place role="status">
      {message !== null && (
        <Slip onPointerEnter={pause} onPointerLeave={resume} onFocus={pause} onBlur={resume}>
          {icon}
          <p>{message}</p>
          {action && (
            <Button compact variant="star" onClick={action.onPress}>
              {action.label}
            </Button>
          )}
          <IconButton label={close.label} icon={<X />} onClick={onPress} />
        </Slip>
      )}
    </Place>
  );
}

/** Has screen readers read `message` out each time it changes; shows nothing. `urgent` interrupts. */
export function LiveRegion({ message, urgent = false }: { message: string; urgent?: boolean }) {
  return (
    <VisuallyHidden as="div" role={urgent ? 'alert' : 'status'}>
      {message}
    </VisuallyHidden>
  );
}
