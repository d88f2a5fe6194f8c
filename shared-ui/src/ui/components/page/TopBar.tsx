import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { styled } from 'styled-components';
import { SHORT_SCREEN, TINY_SCREEN } from '../../theme/theme.ts';
import { hiddenText } from './Layout.tsx';

interface LogoProps {
  /** SVG path of the mark in a 24 by 24 box (from the brand file). */
  path: string;
  name: string;
  /** Target of the link; without it the logo is not a link. */
  to?: string;
}

const Wordmark = styled.span`
  display: inline-flex;
  align-items: center;
  gap: var(--space-2);
  min-block-size: var(--target);
  color: var(--brand);
  font-size: var(--text-l);
  font-weight: 700;
  letter-spacing: -0.01em;
  text-decoration: none;

  svg {
    flex: none;
    inline-size: min(1.5rem, 40px);
    block-size: min(1.5rem, 40px);
    fill: var(--star);
  }
  ${TINY_SCREEN} {
    > span {
      ${hiddenText}
    }
  }
`;

function Logo({ path, name, to }: LogoProps) {
  const mark = (
    <>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d={path} />
      </svg>
      <span>{name}</span>
    </>
  );
  if (to === undefined) return <Wordmark>{mark}</Wordmark>;
  return (
    <Wordmark as={Link} to={to}>
      {mark}
    </Wordmark>
  );
}

const Bar = styled.header`
  flex: none;
  inline-size: 100%;

  > div {
    display: flex;
    align-items: center;
    gap: var(--space-2);
    max-inline-size: var(--column);
    min-block-size: var(--top-bar);
    margin-inline: auto;
    padding: 6px var(--space-4);
    padding-inline-end: var(--space-2);
  }
  ${SHORT_SCREEN} {
    > div {
      min-block-size: 48px;
      padding-block: 2px;
    }
  }
`;

const Controls = styled.div`
  display: flex;
  gap: var(--space-1);
  margin-inline-start: auto;
`;

/** The bar at the top of every screen: logo, then its buttons (home, menu). */
export function TopBar({ logo, children }: { logo: LogoProps; children?: ReactNode }) {
  return (
    <Bar>
      <div>
        <Logo {...logo} />
        <Controls>{children}</Controls>
      </div>
    </Bar>
  );
}
