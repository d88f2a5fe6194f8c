import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { styled } from 'styled-components';
import { TINY_SCREEN } from '../../theme/theme.ts';
import { hiddenText } from './Layout.tsx';

const Bar = styled.nav`
  flex: none;
  inline-size: 100%;
  border-block-start: 1px solid var(--line-color);
  background: var(--surface);

  ul {
    display: flex;
    max-inline-size: var(--column);
    margin: 0 auto;
    padding: 0 2px;
    list-style: none;
  }
  /* Longer words get more space, so that none breaks. */
  li {
    flex: 1 1 auto;
    min-inline-size: 0;
  }
`;

const Tab = styled(Link)`
  display: flex;
  flex-direction: column;
  align-items: center;
  justify-content: center;
  gap: 1px;
  min-block-size: calc(var(--tab-peak) - 1px);
  border-radius: var(--radius-s);
  color: var(--ink-soft);
  /* Five words share a phone's width: they grow with the person's text size, up to what still fits. */
  font-size: min(var(--text-xs), 3.6vw);
  font-weight: 560;
  line-height: 1.25;
  text-align: center;
  text-decoration: none;
  white-space: nowrap;

  span {
    border-block-end: 3px solid transparent;
  }
  /* No room for five larger words: the current one is shown, the others are icons with names. */
  ${TINY_SCREEN} {
    min-inline-size: var(--target);
    font-size: min(var(--text-xs), 5.6vw);

    &:not([aria-current]) span {
      ${hiddenText}
    }
  }
  ${TINY_SCREEN} {
    &[aria-current] {
      white-space: normal;
    }
  }
  &[aria-current] {
    color: var(--brand);
    font-weight: 700;
  }
  &[aria-current] span {
    border-color: var(--star);
  }
  &:hover {
    background: var(--brand-soft);
  }
  &:focus-visible {
    outline-offset: -3px;
  }
`;

interface TabBarItem {
  to: string;
  label: string;
  icon: ReactNode;
  current: boolean;
}

/** The tab bar at the bottom of the profile panel, 50 px high at normal text size; `label` is its accessible name. */
export function TabBar({ label, items }: { label: string; items: readonly TabBarItem[] }) {
  return (
    <Bar aria-label={label}>
      <ul>
        {items.map((item) => (
          <li key={item.to}>
            <Tab to={item.to} aria-current={item.current ? 'page' : undefined}>
              {item.icon}
              <span>{item.label}</span>
            </Tab>
          </li>
        ))}
      </ul>
    </Bar>
  );
}
