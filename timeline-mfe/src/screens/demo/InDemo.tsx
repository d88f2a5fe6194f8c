import type { ReactNode } from 'react';
import { runtimeConfig } from 'shared-ui';
import { HomeScreen } from '../home/HomeScreen.tsx';

/** A page that exists in demo mode only; otherwise its path shows home, like any unknown path below /app. */
export function InDemo({ children }: { children: ReactNode }) {
  return runtimeConfig().demo ? children : <HomeScreen />;
}
