import type { BrowserContext } from 'playwright/test';
import { ACCOUNTS, type Account } from '../hospital/api.ts';
import type { Stack } from '../hospital/stack.ts';
import { keepSession, type Settings } from '../phone/session.ts';
import { signInPatient } from './person.ts';
import { staffSession } from './staff.ts';

/**
 * Who views the screen: an account that may use the app; `narrow` still needs the PIN; `staff by password` still needs
 * the code; `not validated` has not reached the tutorial offer; `in the tutorial` has accepted it.
 */
export type Viewer = Account | 'visitor' | 'narrow' | 'staff by password' | 'not validated' | 'in the tutorial';

/**
 * Stores the viewer's session on the phone. `storySteps` plays the patient's story that far; without it the story
 * keeps running.
 */
export async function enterAs(
  viewer: Viewer,
  { context, stack: { api } }: { context: BrowserContext; stack: Stack },
  { storySteps }: { storySteps?: number } = {},
): Promise<void> {
  const enter = (token?: string, settings?: Settings) =>
    keepSession(context, { ...(token === undefined ? {} : { token }), settings: { theme: 'LIGHT', ...settings } });
  const validated = { isUserValidated: true };
  if (viewer === 'visitor') return enter();
  if (viewer === 'narrow') return enter(await api.scan(ACCOUNTS.patient.wristband));
  if (viewer === 'not validated') return enter(await api.signIn('second'));
  if (viewer === 'in the tutorial') return enter(await api.signIn('second'), { viewTutorial: true });
  if (viewer === 'staff by password') return enter(await api.signIn('staff'), validated);
  if (viewer === 'staff') return enter(await staffSession(api), validated);
  return enter(await (viewer === 'patient' ? signInPatient(api, storySteps) : api.signIn(viewer)), validated);
}
