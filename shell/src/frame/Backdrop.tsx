import { type ReactNode, useRef } from 'react';
import { Covered } from 'shared-ui/host';
import { styled } from 'styled-components';
import { useScrollMemory } from './hooks/useScrollMemory.ts';

const Scroll = styled.div`
  flex: 1;
  min-block-size: 0;
  overflow-y: auto;

  &[data-hidden] {
    visibility: hidden;
    transition: visibility 0s var(--panel);
  }
  /* The lowered panel stands over the last of it. */
  &:has(+ * [data-state='idle']) {
    padding-block-end: calc(var(--grip) + var(--tab-peak));
  }
`;

interface BackdropProps {
  /** Key of the history entry shown. */
  visit: string;
  /** Covered by a panel: nothing in it can be reached. */
  isCovered: boolean;
  /** At least partly visible. */
  isVisible: boolean;
  children: ReactNode;
}

/** The page behind the profile panel. It stays mounted and keeps its scroll position. */
export function Backdrop({ visit, isCovered, isVisible, children }: BackdropProps) {
  const scroller = useRef<HTMLDivElement>(null);
  useScrollMemory(scroller, visit);
  return (
    <Covered value={isCovered}>
      <Scroll
        ref={scroller}
        inert={isCovered}
        aria-hidden={isCovered || undefined}
        data-hidden={!isVisible || undefined}
      >
        {children}
      </Scroll>
    </Covered>
  );
}
