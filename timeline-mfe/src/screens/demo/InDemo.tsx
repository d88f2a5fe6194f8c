import type { ReactNode } from 'react';
import { runtimeConfig } from 'shared-ui';
import { HomeScreen } from '../home/HomeScreen.tsx';

/** A page that exists in demo mode only; elsewhere its address is home, like any other below /app. */
export function InDemo({ children }: { children: ReactNode }) {
  return runtimeConfig().demo ? children : <HomeScreen />;
}
