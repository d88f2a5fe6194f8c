import { styled } from 'styled-components';

/** Content above the events, with a bottom margin. */
export const Spaced = styled.div`
  margin-block-end: var(--space-3);
`;
