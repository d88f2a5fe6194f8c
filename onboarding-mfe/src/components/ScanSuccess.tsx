import { useEffect, useState } from 'react';
import { ScreenHeading, useText } from 'shared-ui';
import { Animation } from 'shared-ui/animation';
import { styled } from 'styled-components';
import { words } from '../words.ts';

/** Shows the caption after this delay (ms) even if the animation, whose marker comes after 1 s, is late. */
const MAX_WAIT_MS = 4_000;

/** Time for which the caption is shown (ms): to the end of the animation, and as long if frames were skipped. */
const CAPTION_MS = 1_000;

const Centre = styled.div`
  display: grid;
  justify-items: center;
  gap: var(--space-5);
  inline-size: 100%;
  margin: auto;
  padding: var(--space-5);
  text-align: center;
`;

/** Reserves space for the caption, so that nothing moves when it appears. */
const Caption = styled.div`
  min-block-size: 2.5rem;
`;

/** Animation shown when a wristband code was accepted. Its caption appears about halfway through, and is always seen. */
export function ScanSuccess({ onDone }: { onDone(): void }) {
  const t = useText(words);
  const [isCaptioned, setIsCaptioned] = useState(false);
  useEffect(() => {
    const timer = isCaptioned ? setTimeout(onDone, CAPTION_MS) : setTimeout(() => setIsCaptioned(true), MAX_WAIT_MS);
    return () => clearTimeout(timer);
  }, [isCaptioned, onDone]);
  return (
    <Centre>
      <Animation name="scan-success" width={240} onMarker={() => setIsCaptioned(true)} />
      <Caption>{isCaptioned && <ScreenHeading>{t('scan.success')}</ScreenHeading>}</Caption>
    </Centre>
  );
}
