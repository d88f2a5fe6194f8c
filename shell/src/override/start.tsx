import { createRoot } from 'react-dom/client';
import { endOverride, tellWorker } from './door.ts';
import { endAt } from './expiry.ts';
import type { OverrideNotice } from './notice.ts';
import { OverrideStrip } from './OverrideStrip.tsx';
import { watchSignIn } from './sign-in.ts';

/**
 * Shows that this page runs a test version until it expires. Resolves when the test code may be loaded: if a user is
 * signed in, after the server has allowed it.
 */
export async function startOverride({ name, build, until, developer }: OverrideNotice): Promise<void> {
  const place = document.createElement('div');
  // Outside the body: an open app dialog makes everything in the body inert.
  document.documentElement.insertBefore(place, document.body);
  createRoot(place).render(<OverrideStrip name={name} build={build} onClose={() => void endOverride()} />);
  await tellWorker();
  endAt(until);
  await watchSignIn();
  if (developer) (await import('./follow-developer.ts')).followDeveloper(developer, build);
}
