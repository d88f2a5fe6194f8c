import { signInPatient } from '../../support/people/person.ts';
import { heading } from '../../support/phone/phone.ts';
import type { Visit } from './journey.ts';

export const ALL = Number.POSITIVE_INFINITY;

export const HOME = heading(/^Good (morning|afternoon|evening), Jordan$/);

/** Signs in the demo's patient on this phone, after `steps` steps of the story. @returns the session's token */
export async function beginSignedIn({ phone, stack }: Visit, steps: number): Promise<string> {
  const token = await signInPatient(stack.api, steps);
  await phone.open('/onboarding/welcome');
  await phone.sees(heading(/Lodestar/));
  await phone.run((session) => {
    localStorage.setItem('access-token', session);
    const settings = JSON.parse(localStorage.getItem('settings') ?? '{}');
    localStorage.setItem('settings', JSON.stringify({ ...settings, isUserValidated: true, sounds: false }));
  }, token);
  return token;
}
