import type { ReactNode } from 'react';
import { Navigate } from 'react-router-dom';
import { runtimeConfig } from 'shared-ui';

/** A screen of the demo's trial. Elsewhere its path leads to another screen. */
export function InDemo({ screen, instead }: { screen: ReactNode; instead: string }) {
  return runtimeConfig().demo ? screen : <Navigate to={instead} replace />;
}
