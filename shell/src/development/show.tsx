import { createRoot } from 'react-dom/client';
import { DevOverlay } from './DevOverlay.tsx';
import { followRunTimeErrors } from './run-time-errors.ts';

/**
 * Mounts the error overlay for remotes under development and starts reporting run-time errors.
 * @param reportTo URL that run-time errors are posted to; the gateway locates them and prints them in the terminal
 */
export function showDevelopmentErrors(reportTo: string): void {
  const container = document.createElement('div');
  // Outside the body: an open app dialog makes everything in the body inert.
  document.documentElement.append(container);
  createRoot(container).render(<DevOverlay />);
  followRunTimeErrors(reportTo);
}
