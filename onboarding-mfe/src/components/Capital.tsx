import { styled } from 'styled-components';

/** Capitalizes the first letter, for labels that the product rules write in lower case. */
export const Capital = styled.span`
  display: inline-block;
  max-inline-size: 100%;

  &::first-letter {
    text-transform: uppercase;
  }
`;
