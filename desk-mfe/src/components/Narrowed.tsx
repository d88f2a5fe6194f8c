import { styled } from 'styled-components';

/** What narrows a list: no wider than what is typed or chosen there. */
export const Narrowed = styled.div`
  max-inline-size: 32rem;
`;
