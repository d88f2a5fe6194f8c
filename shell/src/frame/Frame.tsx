import { type ReactNode, useRef } from 'react';
import { useText } from 'shared-ui';
import { styled } from 'styled-components';
import { words } from '../words.ts';
import { useScrollMemory } from './useScrollMemory.ts';

const Shell = styled.div`
  display: flex;
  flex-direction: column;
  block-size: 100dvh;

  &[data-behind] {
    background: var(--sunken);
  }
`;

const SkipLink = styled.a`
  position: absolute;
  inset-block-start: -100px;
  z-index: 20;
  padding: var(--space-3) var(--space-4);
  border-radius: var(--radius-s);
  background: var(--surface);
  color: var(--brand);
  &:focus {
    inset-block-start: var(--space-2);
    inset-inline-start: var(--space-2);
  }
`;

const Main = styled.main`
  display: flex;
  flex: 1;
  flex-direction: column;
  min-block-size: 0;
  overflow-y: auto;
  outline: none;
`;

interface FrameProps {
  /** Stands above the screen on every page. */
  header?: ReactNode;
  /** Stands below it. */
  footer?: ReactNode;
  /** The frame lies behind a panel: darker, so that the panel stands out. */
  isBehind?: boolean;
  children: ReactNode;
}

/**
 * What every screen stands in: a way past the header, the main landmark, header and footer around it. Header and
 * footer stay in view; what is between them scrolls.
 */
export function Frame({ header, footer, isBehind, children }: FrameProps) {
  const t = useText(words);
  const main = useRef<HTMLElement>(null);
  useScrollMemory(main);
  return (
    <Shell data-behind={isBehind || undefined}>
      {header && <SkipLink href="#main">{t('frame.skip')}</SkipLink>}
      {header}
      <Main ref={main} id="main" tabIndex={-1}>
        {children}
      </Main>
      {footer}
    </Shell>
  );
}
