import { styled } from 'styled-components';

/** Things under each other; `$gap` in px (12 unless said otherwise). Use `as="ul"` for a list. */
export const Stack = styled.div<{ $gap?: number }>`
  display: flex;
  flex-direction: column;
  gap: ${({ $gap }) => `${$gap ?? 12}px`};
  margin: 0;
  padding: 0;
  list-style: none;
`;

/** Things beside each other that wrap when there is no room; `$gap` in px (12 unless said otherwise). */
export const Row = styled.div<{ $gap?: number }>`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${({ $gap }) => `${$gap ?? 12}px`};
`;

/** The buttons that end a screen: the main one first, under each other. */
export const Actions = styled.div`
  display: flex;
  flex-direction: column;
  gap: 10px;
  margin-block-start: var(--space-5);

  /* Quiet ways out have room within their own height. */
  > [data-variant='plain'] + [data-variant='plain'] {
    margin-block-start: -6px;
  }
`;

/** Second voice: smaller, softer. */
export const Soft = styled.p`
  color: var(--ink-soft);
  font-size: var(--text-s);
`;

/** Title of a group of cards ("This stay"). */
export const SectionTitle = styled.h2`
  margin-block-start: var(--space-2);
  color: var(--ink-soft);
  font-size: var(--text-s);
  font-weight: 640;
  letter-spacing: 0;
  line-height: var(--line);
`;
