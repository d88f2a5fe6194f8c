import type { ComponentType } from 'react';
import { LateWaiting, onDemand, useText } from 'shared-ui';
import { words } from '../words.ts';

function WaitingForScreen() {
  const t = useText(words);
  return <LateWaiting caption={t('loading')} />;
}

/** A screen that is fetched when it is first shown. A failed fetch is thrown to the shell's boundary. */
export function lazyScreen(load: () => Promise<{ default: ComponentType }>) {
  const Screen = onDemand(load, <WaitingForScreen />);
  return <Screen />;
}
