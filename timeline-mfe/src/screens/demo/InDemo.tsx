import type { ReactNode } from 'react';
import { runtimeConfig } from 'shared-ui';
import { HomeScreen } from '../home/HomeScreen.tsx';

interface InDemoProps {
  children: ReactNode;
  /** What its path shows otherwise: home, like any unknown path below /app. */
  instead?: ReactNode;
}

/** A page that exists in demo mode only. */
export function InDemo({ children, instead = <HomeScreen /> }: InDemoProps) {
  return runtimeConfig().demo ? children : instead;
}
