import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { styled } from 'styled-components';

const Bar = styled.nav`
  flex: none;
  inline-size: 100%;
  border-block-start: 1px solid var(--line-color);
  background: var(--surface);
  padding-block-end: env(safe-area-inset-bottom);

  ul {
    display: grid;
    grid-auto-columns: minmax(0, 1fr);
    grid-auto-flow: column;
    max-inline-size: var(--column);
    margin: 0 auto;
    padding: 6px 2px 8px;
    list-style: none;
  }
`;

const Tab = styled(Link)`
  display: flex;
  flex-direction: column;
  align-items: center;
  justify-content: center;
  gap: 2px;
  min-block-size: 52px;
  border-radius: var(--radius-s);
  color: var(--ink-soft);
  /* Five words share a phone's width: they grow with the person's type size, up to what still fits. */
  font-size: min(var(--text-xs), 3.6vw);
  font-weight: 560;
  line-height: 1.3;
  text-align: center;
  text-decoration: none;

  span {
    padding-block-end: 1px;
    border-block-end: 3px solid transparent;
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

export interface TabBarItem {
  to: string;
  label: string;
  icon: ReactNode;
  current: boolean;
}

/** The tab bar at the bottom of the profile panel; `label` names it for a screen reader. */
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
