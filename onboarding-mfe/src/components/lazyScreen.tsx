import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react';
import { useText, Waiting } from 'shared-ui';
import { words } from '../words.ts';

/** A wait is shown when it takes longer than this, in milliseconds (design, "What the specification leaves open"). */
const PATIENCE_MS = 400;

function LateWaiting() {
  const t = useText(words);
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  return isLate ? <Waiting caption={t('loading')} /> : null;
}

/** A screen that is fetched when it is first shown. A failed fetch is thrown to the shell's boundary. */
export function lazyScreen(load: () => Promise<{ default: ComponentType }>) {
  const Screen = lazy(load);
  return (
    <Suspense fallback={<LateWaiting />}>
      <Screen />
    </Suspense>
  );
}
