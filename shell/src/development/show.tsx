import { createRoot } from 'react-dom/client';
import { DevOverlay } from './DevOverlay.tsx';
import { followRunTimeErrors } from './run-time-errors.ts';

/**
 * Shows what is wrong with remotes under development, from now on.
 * @param reportTo where run-time errors are sent, to be located and shown in the terminal
 */
export function showDevelopmentErrors(reportTo: string): void {
  const place = document.createElement('div');
  // Beside the body: a dialog of the product makes everything in it inert.
  document.documentElement.append(place);
  createRoot(place).render(<DevOverlay />);
  followRunTimeErrors(reportTo);
}
