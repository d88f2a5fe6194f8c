import { css, styled } from 'styled-components';

/** Stacks its children; `$gap` in px (default 12). Use `as="ul"` for a list. */
export const Stack = styled.div<{ $gap?: number }>`
  display: flex;
  flex-direction: column;
  gap: ${({ $gap }) => `${$gap ?? 12}px`};
  margin: 0;
  padding: 0;
  list-style: none;
`;

/** Puts its children in a row that wraps; `$gap` in px (default 12). */
export const Row = styled.div<{ $gap?: number }>`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${({ $gap }) => `${$gap ?? 12}px`};
`;

/** The stacked buttons at the end of a screen, the main one first. */
export const Actions = styled.div`
  display: flex;
  flex-direction: column;
  gap: 10px;
  margin-block-start: var(--space-5);

  /* Plain buttons have enough space within their own height. */
  > [data-variant='plain'] + [data-variant='plain'] {
    margin-block-start: -6px;
  }
`;

/** Secondary text: smaller, softer. */
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

/** Hides a text from sight, but not from screen readers. */
export const hiddenText = css`
  position: absolute;
  inline-size: 1px;
  block-size: 1px;
  margin: -1px;
  padding: 0;
  overflow: hidden;
  clip-path: inset(50%);
  border: 0;
  white-space: nowrap;
`;

/** Text for screen readers only. */
export const VisuallyHidden = styled.span`
  ${hiddenText}
`;
