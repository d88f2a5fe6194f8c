import { styled } from 'styled-components';

const Picture = styled.svg`
  inline-size: 100%;

  .star {
    fill: var(--star);
  }
  .brand {
    fill: var(--brand);
  }
  .ring {
    fill: var(--brand-soft);
    stroke: var(--brand);
  }
`;

/** The compass animation as a picture, in the same 1500 by 400 box. */
export function StillCompass() {
  return (
    <Picture viewBox="0 0 1500 400">
      <circle className="ring" cx="750" cy="200" r="165" strokeWidth="14" />
      <g transform="rotate(32 750 200)">
        <path className="star" d="M750 78l34 122h-68z" />
        <path className="brand" d="M750 322l34-122h-68z" />
      </g>
    </Picture>
  );
}
