import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import Info from 'lucide-react/icons/info';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';

type NoteTone = 'info' | 'success' | 'warning' | 'error';

const ICONS = { info: Info, success: CircleCheck, warning: TriangleAlert, error: CircleAlert };

const Frame = styled.div`
  --note: var(--brand);
  --note-soft: var(--brand-soft);
  display: flex;
  gap: 10px;
  padding: var(--space-3);
  border-radius: var(--radius-s);
  background: var(--note-soft);
  font-size: var(--text-s);

  &[data-tone='success'] {
    --note: var(--act);
    --note-soft: var(--act-soft);
  }
  &[data-tone='warning'] {
    --note: var(--new);
    --note-soft: var(--new-soft);
  }
  &[data-tone='error'] {
    --note: var(--urgent);
    --note-soft: var(--urgent-soft);
  }
  > svg {
    color: var(--note);
  }
  > div {
    min-inline-size: 0;
  }
  /* Aligns its label with the other text. */
  > div > [data-variant='plain'],
  [data-variant='plain']:first-child {
    margin-inline-start: calc(-1 * var(--space-4));
  }
  > div > :is(a, button):not([data-variant='plain'], :first-child) {
    margin-block-start: var(--space-2);
  }
  ul {
    margin-block: var(--space-1);
    padding-inline-start: 1.2em;
  }
`;

const Title = styled.p`
  font-size: var(--text-m);
  font-weight: 650;
  line-height: 1.35;
`;

interface NoteProps {
  tone?: NoteTone;
  title?: string;
  /** Replaces the tone's own icon. */
  icon?: ReactNode;
  /** Reads the note out when it appears: "alert" immediately (an error), "status" when the screen reader is idle. */
  live?: 'alert' | 'status' | undefined;
  children?: ReactNode;
}

/** A tinted box with a message about the screen it is on. */
export function Note({ tone = 'info', title, icon, live, children }: NoteProps) {
  const Icon = ICONS[tone];
  return (
    <Frame data-tone={tone} role={live}>
      {icon ?? <Icon />}
      <div>
        {title && <Title>{title}</Title>}
        {children}
      </div>
    </Frame>
  );
}
