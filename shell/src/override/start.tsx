import { createRoot } from 'react-dom/client';
import { endAt } from './expiry.ts';
import type { OverrideNotice } from './notice.ts';
import { OverrideStrip } from './OverrideStrip.tsx';
import { endOverride, markTestVersion } from './override.ts';
import { watchSignIn } from './sign-in.ts';

/**
 * Shows that this page runs a test version until it expires. Resolves when the test code may be loaded: if a user is
 * signed in, after the server has allowed it.
 */
export async function startOverride({ name, build, until, developer }: OverrideNotice): Promise<void> {
  const container = document.createElement('div');
  // Outside the body: an open app dialog makes everything in the body inert.
  document.documentElement.insertBefore(container, document.body);
  createRoot(container).render(<OverrideStrip name={name} build={build} onClose={() => void endOverride()} />);
  await markTestVersion();
  endAt(until);
  await watchSignIn();
  if (developer) (await import('./follow-developer.ts')).followDeveloper(developer, build);
}
