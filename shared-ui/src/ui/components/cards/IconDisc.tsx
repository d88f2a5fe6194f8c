import { styled } from 'styled-components';

/** An icon (its child) on a tinted disc, as the picture of a message, an apology or an empty list. Decorative. */
export const IconDisc = styled.span.attrs({ 'aria-hidden': true })<{ $quiet?: boolean }>`
  --icon: 2.5rem;
  display: grid;
  place-items: center;
  inline-size: 5.5rem;
  block-size: 5.5rem;
  border-radius: 50%;
  background: ${({ $quiet }) => ($quiet ? 'var(--sunken)' : 'var(--brand-soft)')};
  color: ${({ $quiet }) => ($quiet ? 'var(--ink-soft)' : 'var(--brand)')};
`;
