import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { css, styled } from 'styled-components';

const List = styled.ul`
  margin: 0;
  padding: 0;
  list-style: none;
`;

const itemLook = css`
  display: flex;
  align-items: center;
  gap: var(--space-3);
  inline-size: 100%;
  min-block-size: 52px;
  padding: var(--space-2);
  border: 0;
  border-radius: var(--radius-s);
  background: transparent;
  color: var(--ink);
  font-weight: 560;
  text-align: start;
  text-decoration: none;

  > svg {
    color: var(--brand);
  }
  &:hover:not([aria-disabled]),
  &[aria-current] {
    background: var(--brand-soft);
  }
  &[aria-disabled] {
    color: var(--ink-soft);
  }
  &[aria-disabled] > svg {
    color: var(--ink-soft);
  }
  small {
    margin-inline-start: auto;
    font-size: var(--text-s);
    font-weight: 400;
  }
`;
const ItemLink = styled(Link)`
  ${itemLook}
`;
const ItemButton = styled.button`
  ${itemLook}
`;

export interface MenuItem {
  id: string;
  label: string;
  icon: ReactNode;
  /** Target route; alternatively set `onPress`. */
  to?: string;
  onPress?: () => void;
  current?: boolean;
  /** Whether the menu stays open, for an entry that opens a question over it. */
  stays?: boolean;
  /** Not available: stays readable; `note` says why. */
  disabled?: boolean;
  note?: string;
}

/** The entries of the side menu. Calls `onLeave` when an entry is chosen that leads away (close the drawer). */
export function MenuList({ items, onLeave }: { items: readonly MenuItem[]; onLeave(): void }) {
  return (
    <List>
      {items.map((item) => (
        <li key={item.id}>
          <Entry item={item} onLeave={onLeave} />
        </li>
      ))}
    </List>
  );
}

function Entry({ item, onLeave }: { item: MenuItem; onLeave(): void }) {
  const face = (
    <>
      {item.icon}
      <span>{item.label}</span>
      {item.note && <small>{item.note}</small>}
    </>
  );
  if (item.to !== undefined && !item.disabled) {
    return (
      <ItemLink to={item.to} aria-current={item.current ? 'page' : undefined} onClick={onLeave}>
        {face}
      </ItemLink>
    );
  }
  const press = () => {
    if (item.disabled) return;
    if (!item.stays) onLeave();
    item.onPress?.();
  };
  return (
    <ItemButton type="button" aria-disabled={item.disabled || undefined} onClick={press}>
      {face}
    </ItemButton>
  );
}
