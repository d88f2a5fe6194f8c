import { styled } from 'styled-components';

/** The button in the title of a section that opens and closes it. A chevron follows the text. */
export const Opener = styled.button`
  display: flex;
  align-items: center;
  gap: var(--space-2);
  min-block-size: var(--target);
  padding: 0;
  border: 0;
  background: transparent;
  color: inherit;
  font: inherit;
  text-align: inherit;

  > svg {
    flex: none;
    color: var(--brand);
    transition: transform var(--fade);
  }
  &[aria-expanded='true'] > svg {
    transform: rotate(180deg);
  }
`;
