import { useEffect, useState } from 'react';
import { Waiting } from './Waiting.tsx';

/** Loads shorter than this show nothing, so that fast ones don't flicker (docs/product-rules.md#constants). */
const QUIET_MS = 400;

/** The navigator's waiting screen, once a load takes long enough to be noticed. */
export function LateWaiting({ caption }: { caption: string }) {
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), QUIET_MS);
    return () => clearTimeout(timer);
  }, []);
  return isLate ? <Waiting caption={caption} /> : null;
}
