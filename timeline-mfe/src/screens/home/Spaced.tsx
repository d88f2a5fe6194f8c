import { styled } from 'styled-components';

/** Something above the events. */
export const Spaced = styled.div`
  margin-block-end: var(--space-3);
`;
