import { createRoot } from 'react-dom/client';
import { DevOverlay } from './DevOverlay.tsx';
import { followRunTimeErrors } from './run-time-errors.ts';

/** Shows what is wrong with remotes under development, from now on. */
export function showDevelopmentErrors(): void {
  const place = document.createElement('div');
  // Beside the body: a dialog of the product makes everything in it inert.
  document.documentElement.append(place);
  createRoot(place).render(<DevOverlay />);
  followRunTimeErrors();
}
