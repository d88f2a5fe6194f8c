import type { ReactNode, Ref } from 'react';
import { styled } from 'styled-components';
import { riseIn } from '../theme/index.ts';

const Sheet = styled.section`
  display: flex;
  flex-direction: column;
  flex: 1;
  inline-size: 100%;
  min-block-size: 0;
  border-radius: var(--radius-l) var(--radius-l) 0 0;
  background: var(--page);
  box-shadow: var(--shadow-2);
  overflow: hidden;
  animation: ${riseIn} var(--panel) var(--ease);

  &::before {
    flex: none;
    inline-size: 44px;
    block-size: 5px;
    margin: 10px auto 0;
    border-radius: 3px;
    background: var(--line-color);
    content: '';
  }
`;

const Scroll = styled.div`
  flex: 1;
  min-block-size: 0;
  overflow-y: auto;
  overscroll-behavior: contain;
`;

export interface PanelProps {
  /** Names the panel for a screen reader (the person it shows). */
  label: string;
  /** Stays on top (BackHeader). */
  header?: ReactNode;
  /** Stays at the bottom (TabBar). */
  footer?: ReactNode;
  /** The part that scrolls, for whoever remembers how far. */
  scrollRef?: Ref<HTMLDivElement>;
  children: ReactNode;
}

/** The profile panel: a sheet with rounded top and a grab handle that rises from the profile rows. Fills its parent (flex column). */
export function Panel({ label, header, footer, scrollRef, children }: PanelProps) {
  return (
    <Sheet aria-label={label}>
      {header}
      <Scroll ref={scrollRef}>{children}</Scroll>
      {footer}
    </Sheet>
  );
}
