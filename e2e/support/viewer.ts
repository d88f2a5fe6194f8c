import type { BrowserContext } from 'playwright/test';
import { ACCOUNTS, type Account } from './api.ts';
import { keepSession } from './session.ts';
import type { Stack } from './stack.ts';
import { staffSession } from './staff.ts';

/**
 * Who views the screen: an account that may use the app; `narrow` still needs the PIN; `staff by password` still needs
 * the code; `not validated` has not reached the tutorial offer; `in the tutorial` has accepted it.
 */
export type Viewer = Account | 'visitor' | 'narrow' | 'staff by password' | 'not validated' | 'in the tutorial';

interface Place {
  context: BrowserContext;
  stack: Stack;
}

/**
 * Stores the viewer's session on the phone. `storySteps` plays the patient's story that far; without it the story
 * keeps running.
 */
export async function enterAs(
  viewer: Viewer,
  { context, stack: { api } }: Place,
  { storySteps }: { storySteps?: number } = {},
): Promise<void> {
  if (viewer === 'visitor') return keepSession(context, { settings: { theme: 'LIGHT' } });
  if (viewer === 'narrow') {
    const token = await api.scan(ACCOUNTS.patient.wristband);
    return keepSession(context, { token, settings: { theme: 'LIGHT' } });
  }
  if (viewer === 'staff by password') {
    const token = await api.signIn('staff');
    return keepSession(context, { token, settings: { theme: 'LIGHT', isUserValidated: true } });
  }
  const viewTutorial = viewer === 'in the tutorial';
  const isUserValidated = viewer !== 'not validated' && viewer !== 'in the tutorial';
  const token = viewer === 'staff' ? await staffSession(api) : await api.signIn(isUserValidated ? viewer : 'second');
  if (viewer === 'patient' && storySteps !== undefined) await api.playStory(token, storySteps);
  return keepSession(context, { token, settings: { theme: 'LIGHT', isUserValidated, viewTutorial } });
}
