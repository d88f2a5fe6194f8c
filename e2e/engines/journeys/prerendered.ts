import { ACCOUNTS, PASSWORD } from '../../support/hospital/api.ts';
import { button, field, heading } from '../../support/phone/phone.ts';
import type { EnginePhone } from '../engine-phone.ts';
import type { Network } from '../network.ts';
import type { Journey, Visit } from './journey.ts';

const WELCOME = { path: '/onboarding/welcome', en: 'Welcome to Lodestar', fr: 'Bienvenue à Lodestar' };
const SIGN_IN = { path: '/onboarding/login', en: 'Please Sign In', fr: 'Veuillez ouvrir une session' };

const hasCopy = (phone: EnginePhone): Promise<boolean> =>
  phone.run(() => document.getElementById('first-screen')?.checkVisibility() === true);

const isReplaced = (phone: EnginePhone) =>
  phone.until('the real screen has replaced the copy', async () => !(await hasCopy(phone)));

/** Opens a page while scripts are held back, and expects its prerendered copy. Returns what lets them go on. */
async function openHeld(phone: EnginePhone, network: Network, { path, en }: typeof WELCOME): Promise<() => void> {
  const release = network.holdScripts();
  await phone.open(path);
  await phone.sees(heading(en));
  if (!(await hasCopy(phone))) throw new Error(`${path} has no prerendered copy`);
  return release;
}

/** Visits both screens in both languages, and signs in with a form that was sent before any script had come. */
async function walk({ phone, newPhone, network }: Visit): Promise<void> {
  (await openHeld(phone, network, WELCOME))();
  await isReplaced(phone);
  await phone.choose('Language', 'fr');
  for (const { path, fr } of [WELCOME, SIGN_IN]) {
    await phone.open(path);
    await phone.sees(heading(fr));
    await isReplaced(phone);
  }
  // The first phone has stored the scripts by now.
  const next = await newPhone();
  const release = await openHeld(next, network, SIGN_IN);
  await next.fill(field('Email'), ACCOUNTS.patient.email);
  await next.fill(field('Password'), PASSWORD);
  await next.tap(button('Login'));
  if (!(await hasCopy(next))) throw new Error('The copy was replaced without a script');
  release();
  await next.sees(heading(/^You're all set/));
}

export const prerendered: Journey[] = [
  { name: 'before scripts', walk },
  { name: 'before scripts, dark', window: { dark: true }, walk },
];
