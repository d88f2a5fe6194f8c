/**
 * Entry `shared-ui/tabs`. The bar at the bottom of the profile panel is TabBar, in the main entry.
 * @module
 */
import * as Ariakit from '@ariakit/react/tab';
import { type ReactNode, useId } from 'react';
import { styled } from 'styled-components';

const List = styled(Ariakit.TabList)`
  display: flex;
  flex-wrap: wrap;
  gap: var(--space-1);
  padding: var(--space-1);
  border-radius: var(--radius-m);
  background: var(--sunken);
`;

const Tab = styled(Ariakit.Tab)`
  /* Longer words get more space, and large text another line, so that no word breaks. */
  flex: 1 1 auto;
  min-inline-size: min-content;
  min-block-size: var(--target);
  padding: 6px var(--space-2);
  border: 0;
  border-radius: 10px;
  background: transparent;
  color: var(--ink-soft);
  font-weight: 600;
  line-height: 1.25;

  > img {
    display: block;
    margin: 2px auto 6px;
  }
  transition: background var(--fade);

  &[aria-selected='true'] {
    background: var(--surface);
    color: var(--brand);
    box-shadow: inset 0 -3px 0 var(--star), var(--shadow-1);
    font-weight: 700;
  }
`;

const Panel = styled(Ariakit.TabPanel)`
  padding-block-start: var(--space-4);
  border-radius: var(--radius-s);
`;

export interface TabItem {
  id: string;
  label: string;
  /** Shown above the label, e.g. a thumbnail; decorative. */
  picture?: ReactNode;
  panel: ReactNode;
}

export interface TabsProps {
  label: string;
  items: readonly TabItem[];
  /** Id of the tab that is open initially; default: the first. */
  initial?: string;
  onSelect?: (id: string) => void;
}

/** Alternative views of one thing; arrow keys move between the tabs. Only the open panel is rendered. */
export function Tabs({ label, items, initial, onSelect }: TabsProps) {
  const base = useId();
  const first = initial ?? items[0]?.id;
  const select = (tabId: string | null | undefined) => {
    const opened = items.find(({ id }) => `${base}${id}` === tabId);
    if (opened) onSelect?.(opened.id);
  };
  return (
    <Ariakit.TabProvider
      defaultSelectedId={`${base}${first}`}
      setSelectedId={select}
      rtl={document.documentElement.dir === 'rtl'}
    >
      <List aria-label={label}>
        {items.map((item) => (
          <Tab key={item.id} id={`${base}${item.id}`}>
            {item.picture}
            {item.label}
          </Tab>
        ))}
      </List>
      {items.map((item) => (
        <Panel key={item.id} tabId={`${base}${item.id}`} unmountOnHide>
          {item.panel}
        </Panel>
      ))}
    </Ariakit.TabProvider>
  );
}
