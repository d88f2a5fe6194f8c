import { styled } from 'styled-components';

/** Container for list filters, no wider than they need. */
export const Narrowed = styled.div`
  max-inline-size: 32rem;
`;
