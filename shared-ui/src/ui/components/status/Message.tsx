import CloudOff from 'lucide-react/icons/cloud-off';
import Inbox from 'lucide-react/icons/inbox';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { fadeIn } from '../../theme/theme.ts';
import { IconDisc } from '../cards/icons.tsx';

const Frame = styled.div`
  display: flex;
  flex-direction: column;
  align-items: center;
  gap: var(--space-3);
  inline-size: 100%;
  max-inline-size: var(--column);
  margin: auto;
  padding: var(--space-6) 28px;
  text-align: center;
  animation: ${fadeIn} var(--fade) var(--ease);
`;

const Disc = styled(IconDisc)`
  margin-block-end: var(--space-2);
`;

const Words = styled.div`
  display: grid;
  gap: var(--space-2);

  p {
    color: var(--ink-soft);
    text-wrap: balance;
  }
`;

const Detail = styled.small`
  color: var(--ink-soft);
  font-size: var(--text-s);
`;

const Buttons = styled.div`
  display: grid;
  gap: 6px;
  inline-size: 100%;
  margin-block-start: var(--space-2);
`;

interface ApologyProps {
  title: string;
  /** What that means, and what to do next. */
  text?: ReactNode;
  icon?: ReactNode;
  /** Small print for the support team (an error code). */
  detail?: string;
  /** Buttons: "Try again" first. */
  children?: ReactNode;
}

/**
 * Replaces the content of a slot whose remote could not be shown, inside the app's own frame. Read out when it appears.
 */
export function Apology({ title, text, icon = <CloudOff />, detail, children }: ApologyProps) {
  return (
    <Frame>
      <Disc>{icon}</Disc>
      <Words role="alert">
        <h2>{title}</h2>
        {text && <p>{text}</p>}
      </Words>
      {children && <Buttons>{children}</Buttons>}
      {detail && <Detail>{detail}</Detail>}
    </Frame>
  );
}

interface EmptyStateProps {
  title: string;
  text?: ReactNode;
  icon?: ReactNode;
  children?: ReactNode;
}

/** An empty list: says what will appear in it. */
export function EmptyState({ title, text, icon = <Inbox />, children }: EmptyStateProps) {
  return (
    <Frame>
      <Disc $quiet>{icon}</Disc>
      <Words>
        <h2>{title}</h2>
        {text && <p>{text}</p>}
      </Words>
      {children && <Buttons>{children}</Buttons>}
    </Frame>
  );
}
