import { css, styled } from 'styled-components';

/** Style of a text-like control: 52 px high, border contrast of at least 3:1, red when invalid. */
export const boxLook = css`
  inline-size: 100%;
  min-block-size: 52px;
  padding: 10px var(--space-3);
  border: 2px solid var(--field-line);
  border-radius: var(--radius-m);
  background: var(--surface);
  color: var(--ink);
  font: 400 var(--text-m) / var(--line) var(--font);
  transition: border-color var(--fade);

  &::placeholder {
    color: var(--ink-soft);
    opacity: 1;
  }
  &:focus-visible {
    outline-offset: 0;
    border-color: var(--focus);
  }
  &[aria-invalid='true'] {
    border-color: var(--urgent);
  }
  &:disabled {
    background: var(--sunken);
    color: var(--ink-soft);
  }
  &:read-only:not(select, :disabled) {
    background: var(--sunken);
  }
`;

/** Style of a native radio button or checkbox: 22 px, the mark drawn by a border or a clip path. */
export const tickLook = css`
  flex: none;
  appearance: none;
  inline-size: 1.375rem;
  block-size: 1.375rem;
  margin: 0;
  border: 2px solid var(--field-line);
  background: var(--surface);
  transition: border var(--fade);

  &[type='radio'] {
    border-radius: 50%;
  }
  &[type='checkbox'] {
    display: grid;
    place-content: center;
    border-radius: 6px;
  }
  &[type='radio']:checked {
    border: 0.4375rem solid var(--brand);
  }
  &[type='checkbox']:checked {
    border-color: var(--brand);
    background: var(--brand);
  }
  &[type='checkbox']:checked::before {
    inline-size: 0.875rem;
    block-size: 0.875rem;
    background: var(--on-brand);
    clip-path: polygon(14% 44%, 0 60%, 40% 100%, 100% 22%, 84% 8%, 39% 68%);
    content: '';
  }
  &[aria-invalid='true'] {
    border-color: var(--urgent);
  }
  &:disabled {
    opacity: 0.5;
  }
  @media (forced-colors: active) {
    appearance: auto;
  }
`;

/** Wraps a control that opens a list: its icon is at the end of the line and lets presses through. */
export const IconBox = styled.div`
  position: relative;
  display: grid;

  > svg {
    position: absolute;
    inset-block-start: calc(50% - var(--icon) / 2);
    inset-inline-end: var(--space-3);
    pointer-events: none;
  }
`;
