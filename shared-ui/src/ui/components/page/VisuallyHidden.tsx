import { css, styled } from 'styled-components';

/** Hidden from view, but read out by screen readers. */
export const hiddenLook = css`
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

export const VisuallyHidden = styled.span`
  ${hiddenLook}
`;
