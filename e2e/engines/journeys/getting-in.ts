import { ACCOUNTS, type Api, PASSWORD } from '../../support/hospital/api.ts';
import { enterPassword, enterPin, goIntoTheApp, invite, logIn } from '../../support/people/patient-steps.ts';
import { member, newPerson, signInPatient } from '../../support/people/person.ts';
import { sayYes } from '../../support/people/supporter.ts';
import { openEventsOf, openInvitation } from '../../support/people/supporter-steps.ts';
import { button, field, heading, including, link, type Phone, text } from '../../support/phone/phone.ts';
import { beginSignedIn, HOME } from './entering.ts';
import type { Journey } from './journey.ts';

const { email, wristband, phone: number } = ACCOUNTS.patient;

/** Enters the demo's patient from the open welcome screen, by the wristband's code and a PIN. */
export async function enterByHand(phone: Phone, api: Api): Promise<void> {
  const { t } = phone;
  await phone.tap(link(t('onboarding.welcome.start')));
  await phone.tap(link(t('onboarding.continue')));
  await phone.tap(link(including(t('onboarding.choice.wristband'))));
  await phone.tap(link(t('onboarding.qrcode.scan')));
  await phone.tap(link(t('onboarding.scan.byHand')));
  await phone.fill(field(t('onboarding.barcode.label')), wristband);
  await phone.tap(button(t('onboarding.barcode.submit')));
  await enterPin(phone, api, number);
  await goIntoTheApp(phone);
}

export const byHand: Journey = {
  name: 'wristband by hand',
  async walk({ phone, stack }) {
    await signInPatient(stack.api, 0);
    await phone.open('/');
    await phone.sees(heading('Welcome to Lodestar'));
    await enterByHand(phone, stack.api);
    await phone.sees(HOME, link(/Admitted/));
  },
};

export const signIn: Journey = {
  name: 'sign-in',
  short: true,
  allowed: /401/,
  async walk({ phone }) {
    await logIn(phone, { email, password: `${PASSWORD}2` });
    await phone.sees(text(/Authenication Failed, please try again/));
    await phone.fill(field('Password'), PASSWORD);
    await phone.tap(button('Login'));
    await goIntoTheApp(phone);
    await phone.sees(HOME);
  },
};

async function logOut(phone: Phone): Promise<void> {
  await phone.open('/app');
  await phone.tap(button('Menu'));
  await phone.tap(button('Log out'));
  await phone.sees(heading('Welcome to Lodestar'));
}

export const supporter: Journey = {
  name: 'supporter',
  async walk(visit) {
    const { phone, stack } = visit;
    const zoe = await member(stack, newPerson('example.org', 'zoe'));
    await beginSignedIn(visit, 3);
    const url = await invite(phone, stack.api, zoe);
    // The same phone, used by someone else: signing out removes the first user's data.
    await logOut(phone);
    await openInvitation(phone, { url, from: 'Jordan Avery' }, 'login');
    await enterPassword(phone, zoe);
    await goIntoTheApp(phone, zoe.firstName);
    await phone.sees(link(/Jordan Avery would like your support/));
    await sayYes(stack, await stack.api.signIn('patient'));
    await openEventsOf(phone, 'Jordan Avery');
    await phone.sees(link(/Admitted/));
  },
};

export const signOut: Journey = {
  name: 'sign-out',
  async walk(visit) {
    const { phone, stack } = visit;
    const token = await beginSignedIn(visit, 3);
    await phone.open('/app');
    await phone.sees(HOME, link(/Admitted/));
    await logOut(phone);
    await phone.browser.back();
    await phone.sees(heading(/./));
    await phone.seesNo(link(/Admitted/));
    const kept = await phone.run(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
    if (kept.includes(token)) throw new Error('The session’s token is still on the phone');
    const ended = await stack.api.call('GET', 'v1/users/me', { token }).then(() => 'a user', String);
    if (!/ 401: /.test(ended)) throw new Error(`The session still answers with ${ended}`);
  },
};
