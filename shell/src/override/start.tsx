import { createRoot } from 'react-dom/client';
import { endOverride, tellWorker } from './door.ts';
import { endAt } from './expiry.ts';
import type { OverrideNotice } from './notice.ts';
import { OverrideStrip } from './OverrideStrip.tsx';
import { watchSignIn } from './sign-in.ts';

/**
 * Shows that this page runs a test version, for as long as it may. Resolves when its code may be loaded: where a person is
 * signed in, after the server has said so.
 */
export async function startOverride({ name, build, until, developer }: OverrideNotice): Promise<void> {
  const place = document.createElement('div');
  // Beside the body: a dialog of the product makes everything in it inert.
  document.documentElement.insertBefore(place, document.body);
  createRoot(place).render(<OverrideStrip name={name} build={build} onClose={() => void endOverride()} />);
  await tellWorker();
  endAt(until);
  await watchSignIn();
  if (developer) (await import('./follow-developer.ts')).followDeveloper(developer, build);
}
