import { styled } from 'styled-components';

/** Shows the first letter as a capital: for labels that the product rules write small. */
export const Capital = styled.span`
  display: inline-block;
  max-inline-size: 100%;

  &::first-letter {
    text-transform: uppercase;
  }
`;
