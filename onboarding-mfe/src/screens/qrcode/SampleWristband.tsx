import { styled } from 'styled-components';
import sample from '../../media/sample-wristband.svg';

/** A wristband is printed, white with dark ink, in both themes. */
const Picture = styled.img`
  display: block;
  inline-size: 100%;
  max-inline-size: var(--card-max);
  block-size: auto;
`;

/** A wristband with the two codes that it carries; they are real codes, of no patient (e2e/media/wristband). */
export function SampleWristband({ label }: { label: string }) {
  return <Picture src={sample} width={400} height={150} alt={label} />;
}
