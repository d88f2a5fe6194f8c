import { styled } from 'styled-components';

/** The printed label is white with dark ink in both themes, hence the night's colours. */
const Picture = styled.svg`
  display: block;
  inline-size: 100%;
  max-inline-size: var(--card-max);

  .band {
    fill: var(--brand-soft);
    stroke: var(--brand);
    stroke-opacity: 0.35;
  }
  .label {
    fill: var(--on-night);
  }
  .ink {
    fill: var(--night-deep);
  }
  .hole {
    fill: var(--page);
  }
  text {
    fill: var(--night-deep);
    font: 600 13px var(--font);
    letter-spacing: 2px;
    text-anchor: middle;
  }
`;

/** Widths of the bars and the spaces between them, in turn: how such a code looks; it can't be read. */
const BARS = [
  2, 1, 1, 2, 1, 4, 1, 3, 2, 1, 1, 3, 2, 3, 1, 1, 3, 1, 1, 1, 3, 1, 4, 1, 2, 2, 1, 3, 1, 2, 2, 1, 2, 2, 2, 1, 1, 3, 2,
];
const BAR_UNIT = 2;

/** Dark squares of the square code beside its three corner marks, as "column row". */
const DOTS =
  '8 0,9 1,8 3,11 2,12 4,9 5,8 6,0 8,2 9,4 8,5 10,7 8,8 9,9 8,10 10,12 8,14 9,16 8,18 10,17 12,15 11,13 12,11 13,9 12,8 14,10 15,12 16,14 15,16 14,18 15,17 17,15 18,13 17,11 18,9 17,8 18,12 10,20 13,20 17,19 20,6 9';
const CORNERS = ['0 0', '14 0', '0 14'];

function bars() {
  let x = 0;
  return BARS.flatMap((width, place) => {
    const bar = { x, width: width * BAR_UNIT };
    x += bar.width;
    return place % 2 === 0 ? [bar] : [];
  });
}

/** A wristband with the two codes that it carries. */
export function SampleWristband({ label }: { label: string }) {
  return (
    <Picture viewBox="0 0 400 170" role="img" aria-label={label}>
      <rect className="band" x="-20" y="20" width="440" height="130" rx="14" strokeWidth="2" />
      <circle className="hole" cx="22" cy="62" r="6" />
      <circle className="hole" cx="22" cy="108" r="6" />
      <rect className="label" x="48" y="36" width="300" height="98" rx="8" />
      <g className="ink" transform="translate(62 48)">
        {bars().map(({ x, width }) => (
          <rect key={x} x={x} width={width} height="50" />
        ))}
      </g>
      <text x="131" y="120">
        ER12345678
      </text>
      <g className="ink" transform="translate(254 48) scale(3.6)">
        {CORNERS.map((corner) => (
          <path
            key={corner}
            transform={`translate(${corner})`}
            fillRule="evenodd"
            d="M0 0h7v7H0zM1 1v5h5V1zM2 2h3v3H2z"
          />
        ))}
        {DOTS.split(',').map((dot) => (
          <path key={dot} transform={`translate(${dot})`} d="M0 0h1v1H0z" />
        ))}
      </g>
    </Picture>
  );
}
