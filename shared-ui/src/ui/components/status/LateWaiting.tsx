import { useEffect, useState } from 'react';
import { Waiting } from './Waiting.tsx';

/** Delay before anything is shown (ms), so that fast loads don't flicker (docs/product-rules.md#constants). */
const QUIET_MS = 400;

/** Shows the navigator's waiting screen once a load takes long enough to be noticed. */
export function LateWaiting({ caption }: { caption: string }) {
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), QUIET_MS);
    return () => clearTimeout(timer);
  }, []);
  return isLate ? <Waiting caption={caption} /> : null;
}
