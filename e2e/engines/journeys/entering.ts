import { ACCOUNTS } from '../../support/api.ts';
import { button, heading, link, type Phone } from '../phone.ts';
import type { Visit } from './journey.ts';

/** Plays the whole demo story. */
export const ALL = Number.POSITIVE_INFINITY;

export const HOME = heading(/^Good (morning|afternoon|evening), Jordan$/);

/** Goes from "You're all set" past the tutorial offer to home. */
export async function goIntoTheApp(phone: Phone, firstName: string = ACCOUNTS.patient.firstName): Promise<void> {
  await phone.sees(heading(`You're all set, ${firstName}`));
  await phone.tap(link('Continue'));
  await phone.sees(heading('Would you like a short tutorial?'));
  await phone.tap(button('Skip Tutorial'));
}

/** Signs in the demo's patient on this phone, after `steps` steps of the story. @returns the session's token */
export async function beginSignedIn({ phone, stack }: Visit, steps: number): Promise<string> {
  const token = await stack.api.signIn('patient');
  await stack.api.playStory(token, steps);
  await phone.open('/onboarding/welcome');
  await phone.sees(heading(/Lodestar/));
  await phone.run((session) => {
    localStorage.setItem('access-token', session);
    const settings = JSON.parse(localStorage.getItem('settings') ?? '{}');
    localStorage.setItem('settings', JSON.stringify({ ...settings, isUserValidated: true, sounds: false }));
  }, token);
  return token;
}
