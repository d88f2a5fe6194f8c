import { createContext, type ReactNode, type Ref, type RefObject, use, useEffect } from 'react';
import { styled } from 'styled-components';

/** A table of the desk. On phones its cells are stacked and its headings are only read out. */
export const Table = styled.table`
  inline-size: 100%;
  border-collapse: collapse;
  border-radius: var(--radius-m);
  background: var(--surface);
  box-shadow: var(--shadow-1);
  text-align: start;

  &[aria-busy='true'] {
    opacity: 0.6;
  }
  th,
  td {
    padding: var(--space-2) var(--space-4);
    overflow-wrap: anywhere;
    text-align: start;
    vertical-align: middle;
  }
  thead th {
    padding-block: var(--space-3);
    color: var(--ink-soft);
    font-size: var(--text-s);
    font-weight: 620;
    /* A word of a heading stays whole. */
    overflow-wrap: normal;
  }
  tbody > tr:first-child {
    position: relative;
    border-block-start: 1px solid var(--line-color);
  }
  tbody > tr:first-child:is(:hover, :has([aria-expanded='true'])) {
    background: var(--brand-soft);
  }
  tbody th {
    color: var(--brand);
    font-weight: 640;
  }
  /* What belongs to the name, below it. */
  tbody th > span {
    display: block;
    font-weight: 400;
  }
  td[data-short] {
    white-space: nowrap;
  }
  /* The link or button of a row covers all of it. */
  tbody th > :is(a, button)::after {
    position: absolute;
    inset: 0;
    content: '';
  }

  @container screen not (min-inline-size: 41.5rem) {
    display: block;

    thead {
      position: absolute;
      inline-size: 1px;
      block-size: 1px;
      overflow: hidden;
      clip-path: inset(50%);
    }
    tbody {
      display: block;
    }
    tbody:first-of-type > tr:first-child {
      border: 0;
    }
    tr {
      display: flex;
      flex-wrap: wrap;
      align-items: center;
      gap: 0 var(--space-3);
      padding: var(--space-3) var(--space-4);
    }
    th,
    td {
      display: block;
      padding: 0;
    }
    th,
    td[data-wide] {
      inline-size: 100%;
    }
    /* Holds the details of the row above it. */
    tr + tr {
      display: block;
      padding: 0;
    }
    td:empty,
    tr[hidden] {
      display: none;
    }
  }
`;

interface Place {
  /** Number of the row in a table that is not rendered in full, from 1. */
  index?: number | undefined;
  /** Ref for the row that "Show more" focuses. */
  focused?: Ref<HTMLTableRowElement> | undefined;
}

export const RowPlace = createContext<Place>({});

/** First row of an entry. */
export function EntryRow({ children }: { children: ReactNode }) {
  const { index, focused } = use(RowPlace);
  return (
    <tr aria-rowindex={index} {...(focused !== undefined && { ref: focused, tabIndex: -1 })}>
      {children}
    </tr>
  );
}

const CONTROL = 'tbody th :is(a, button)';

/**
 * When the table appears, moves the focus from the screen's heading, which has it on arrival, to the link or button of
 * the first row or of the first expanded one. Does nothing once the user has moved the focus.
 */
export function useFocusOnArrival(table: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (!document.activeElement?.matches('h1')) return;
    const expanded = table.current?.querySelector<HTMLElement>(`${CONTROL}[aria-expanded="true"]`);
    // An expanded row may be far down; else the heading stays in view.
    if (expanded) expanded.focus();
    else table.current?.querySelector<HTMLElement>(CONTROL)?.focus({ preventScroll: true });
  }, [table]);
}

export function ColumnHeadings({ columns }: { columns: readonly string[] }) {
  return (
    <thead>
      <tr>
        {columns.map((name) => (
          <th key={name} scope="col">
            {name}
          </th>
        ))}
      </tr>
    </thead>
  );
}
