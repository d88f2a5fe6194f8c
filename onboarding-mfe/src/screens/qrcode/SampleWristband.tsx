import { styled } from 'styled-components';
import sample from '../../media/sample-wristband.svg';

/** Wristbands are printed in dark ink on white, so the picture is the same in both themes. */
const Picture = styled.img`
  display: block;
  inline-size: 100%;
  max-inline-size: var(--card-max);
  block-size: auto;
`;

/** A sample wristband with its two codes. They are real codes that belong to no patient (tools/media/wristband). */
export function SampleWristband({ label }: { label: string }) {
  return <Picture src={sample} width={400} height={150} alt={label} />;
}
