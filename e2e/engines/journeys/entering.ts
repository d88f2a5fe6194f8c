import type { Language } from 'shared-ui/contract/languages';
import { signInPatient } from '../../support/people/person.ts';
import { heading } from '../../support/phone/phone.ts';
import type { EnginePhone } from '../engine-phone.ts';
import type { Visit } from './journey.ts';

export const ALL = Number.POSITIVE_INFINITY;

export const HOME = heading(/^Good (morning|afternoon|evening), Jordan$/);

/** Chooses the language of a fresh phone, on welcome. */
export async function speak(phone: EnginePhone, language: Language): Promise<void> {
  phone.speak(language);
  await phone.open('/onboarding/welcome');
  if (language !== 'en') await phone.choose('Language', language);
  await phone.sees(heading(phone.t('onboarding.welcome.title', { name: 'Lodestar' })));
}

/** Signs in the demo's patient on this phone, after `steps` steps of the story. @returns the session's token */
export async function beginSignedIn({ phone, stack }: Visit, steps: number): Promise<string> {
  const token = await signInPatient(stack.api, steps);
  // A page without scripts: the product, starting, may write its own settings over these.
  await phone.open('/repair');
  await phone.run((session) => {
    localStorage.setItem('access-token', session);
    const settings = JSON.parse(localStorage.getItem('settings') ?? '{}');
    localStorage.setItem('settings', JSON.stringify({ ...settings, isUserValidated: true, sounds: false }));
  }, token);
  return token;
}
