import { styled } from 'styled-components';

/** Wraps a control that opens a list: its icon is at the end of the line and lets presses through. */
export const IconBox = styled.div`
  position: relative;
  display: grid;

  > svg {
    position: absolute;
    inset-block-start: calc(50% - var(--icon) / 2);
    inset-inline-end: var(--space-3);
    pointer-events: none;
  }
`;
