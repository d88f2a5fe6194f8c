import { type RefObject, useEffect, useState } from 'react';
import { ScanFrame, useText } from 'shared-ui';
import { words } from '../../words.ts';

/** Delay before a hint appears when no code was read (ms; docs/product-rules.md#wristband). */
export const HINT_AFTER_MS = 8_000;

function useHintIsDue(isRunning: boolean): boolean {
  const [isDue, setIsDue] = useState(false);
  useEffect(() => {
    if (!isRunning) return;
    const timer = setTimeout(() => setIsDue(true), HINT_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isRunning]);
  return isDue;
}

interface Props {
  video: RefObject<HTMLVideoElement | null>;
  isRunning: boolean;
  isChecking: boolean;
}

/** The camera picture with corners to aim at, and a line of instructions. */
export function Viewfinder({ video, isRunning, isChecking }: Props) {
  const t = useText(words);
  const isHintDue = useHintIsDue(isRunning);
  const line = () => {
    if (!isRunning) return t('scan.starting');
    if (isChecking) return t('scan.checking');
    return isHintDue ? t('scan.hint') : t('scan.aim');
  };
  return (
    <ScanFrame found={isChecking} hint={<p role="status">{line()}</p>}>
      <video ref={video} muted playsInline aria-label={t('scan.picture')} />
    </ScanFrame>
  );
}
