import type { ComponentType } from 'react';
import { LateWaiting, onDemand, useText } from 'shared-ui';
import { words } from '../words.ts';

function WaitingForScreen() {
  const t = useText(words);
  return <LateWaiting caption={t('loading')} />;
}

/** Returns a screen that is fetched when first shown. A failed fetch is thrown to the shell's error boundary. */
export function lazyScreen(load: () => Promise<{ default: ComponentType }>) {
  const Screen = onDemand(load, <WaitingForScreen />);
  return <Screen />;
}
