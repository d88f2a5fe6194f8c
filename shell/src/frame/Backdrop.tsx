import { type ReactNode, useRef } from 'react';
import { Covered } from 'shared-ui/host';
import { styled } from 'styled-components';
import { useScrollMemory } from './useScrollMemory.ts';

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
  /** Key of the history entry that is shown. */
  visit: string;
  /** A panel lies over it: nothing in it can be reached. */
  isCovered: boolean;
  /** Some of it can be seen. */
  isSeen: boolean;
  children: ReactNode;
}

/** The page of the app that profile panels lie over. It keeps its place and its scroll position behind them. */
export function Backdrop({ visit, isCovered, isSeen, children }: BackdropProps) {
  const scroller = useRef<HTMLDivElement>(null);
  useScrollMemory(scroller, visit);
  return (
    <Covered value={isCovered}>
      <Scroll ref={scroller} inert={isCovered} aria-hidden={isCovered || undefined} data-hidden={!isSeen || undefined}>
        {children}
      </Scroll>
    </Covered>
  );
}
