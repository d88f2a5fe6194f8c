import { keyframes, styled } from 'styled-components';

const draw = keyframes`from { stroke-dashoffset: 100 }`;
const land = keyframes`from { transform: scale(0.7); opacity: 0 }`;

const Mark = styled.svg`
  display: block;
  inline-size: 6rem;
  block-size: 6rem;
  margin-inline: auto;

  .disc {
    fill: var(--act-soft);
    transform-origin: center;
    animation: ${land} var(--list) var(--ease);
  }
  .ring,
  .check {
    stroke: var(--act);
    stroke-dasharray: 100;
    animation: ${draw} 0.6s var(--ease) backwards;
  }
  .check {
    animation-delay: 0.35s;
  }
`;

/** A check mark that draws itself after something was done. Decorative; the accompanying text says what. */
export function SuccessMark() {
  return (
    <Mark
      viewBox="0 0 96 96"
      fill="none"
      strokeWidth="5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <circle className="disc" cx="48" cy="48" r="44" />
      <circle className="ring" cx="48" cy="48" r="41" pathLength="100" transform="rotate(-90 48 48)" />
      <path className="check" pathLength="100" d="M31 49l12 12 22-25" />
    </Mark>
  );
}
