import { styled } from 'styled-components';

/** Query container of a table, so that its layout depends on the card's inner width relative to the text size. */
export const TableContainer = styled.div`
  container-type: inline-size;
`;

/**
 * A table of values as wide as its card. Long words break before large type makes it wider than the phone, and a narrow
 * one lists its cells instead of showing columns: `data-label` then stands before a cell.
 */
export const FigureTable = styled.table`
  inline-size: 100%;
  border-collapse: collapse;

  caption {
    margin-block-end: var(--space-2);
    font-size: var(--text-l);
    font-weight: 640;
    text-align: start;
  }
  th,
  td {
    padding: var(--space-2) 0;
    border-block-end: 1px solid var(--line-color);
    text-align: start;
    vertical-align: top;
  }
  * + th,
  * + td {
    padding-inline-start: var(--space-3);
  }
  thead th {
    color: var(--ink-soft);
    font-size: var(--text-s);
    font-weight: 640;
  }
  tbody th {
    font-weight: 560;
    overflow-wrap: anywhere;
  }
  tbody tr:last-child > * {
    border: 0;
  }
  @container (inline-size < 15rem) {
    thead {
      position: absolute;
      inline-size: 1px;
      block-size: 1px;
      overflow: hidden;
      clip-path: inset(50%);
    }
    tr,
    tbody th,
    tbody td {
      display: block;
      padding: 0;
      border: 0;
      overflow-wrap: anywhere;
    }
    tbody tr {
      padding-block: var(--space-2);
      border-block-end: 1px solid var(--line-color);
    }
    td[data-label]::before {
      content: attr(data-label) ' ';
    }
    td[data-label] {
      color: var(--ink-soft);
      font-size: var(--text-s);
    }
  }
`;
