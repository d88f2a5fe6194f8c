import { styled } from 'styled-components';

/** The surface of a card: at most 414 px wide, soft shadow. */
export const Card = styled.div`
  inline-size: 100%;
  max-inline-size: var(--card-max);
  padding: var(--space-4);
  border-radius: var(--radius-m);
  background: var(--surface);
  box-shadow: var(--shadow-1);
`;
