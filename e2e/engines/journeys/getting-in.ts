import { ACCOUNTS, PASSWORD } from '../../support/api.ts';
import { freshPatient } from '../../support/patient.ts';
import { linkFor, newPerson, numberOf, register } from '../../support/people.ts';
import { button, field, heading, link, text } from '../phone.ts';
import { beginSignedIn, goIntoTheApp, HOME } from './entering.ts';
import type { Journey } from './journey.ts';

const { email, wristband, phone: number } = ACCOUNTS.patient;

export const byHand: Journey = {
  name: 'wristband by hand',
  async walk({ phone, stack }) {
    await freshPatient(stack);
    await phone.open('/');
    await phone.sees(heading('Welcome to Lodestar'));
    await phone.tap(link('Get started'));
    await phone.sees(heading('Your hospital journey, in one place'));
    await phone.tap(link('Continue'));
    await phone.tap(link(/^I have a wristband/));
    await phone.sees(heading('Find the code that looks like this'));
    await phone.tap(link('scan my wristband'));
    await phone.tap(link('Enter the code by hand'));
    await phone.sees(heading('Enter your barcode'));
    await phone.fill(field('Barcode'), wristband);
    await phone.tap(button('Submit'));
    await phone.sees(heading('Enter your PIN'), text(/^We sent a 4-digit code by text to/));
    await phone.fill(field('4-digit code'), (await stack.api.newestPin(number)) ?? '');
    await phone.tap(button('Submit'));
    await goIntoTheApp(phone);
    await phone.sees(HOME, link(/Admitted/));
  },
};

export const signIn: Journey = {
  name: 'sign-in',
  short: true,
  allowed: /401/,
  async walk({ phone }) {
    await phone.open('/onboarding/login');
    await phone.sees(heading('Please Sign In'));
    await phone.fill(field('Email'), email);
    await phone.fill(field('Password'), `${PASSWORD}2`);
    await phone.tap(button('Login'));
    await phone.sees(text(/Authenication Failed, please try again/));
    await phone.fill(field('Password'), PASSWORD);
    await phone.tap(button('Login'));
    await goIntoTheApp(phone);
    await phone.sees(HOME);
  },
};

export const supporter: Journey = {
  name: 'supporter',
  async walk(visit) {
    const { phone, stack } = visit;
    const zoe = { ...newPerson(), firstName: 'Zoë', lastName: 'Bélanger' };
    await register(stack, zoe);
    await stack.api.call('POST', 'v1/users/validate-email', {
      body: { uuid: (await linkFor(stack, zoe.email, 'validate-email')).token },
    });

    await beginSignedIn(visit, 3);
    await phone.open('/profile/1/supporters/create');
    await phone.sees(heading('Invite a supporter'));
    await phone.fill(field('Name'), zoe.firstName);
    await phone.fill(field('Mobile Phone Number'), numberOf(zoe));
    await phone.tap(button('Send Invite'));
    await phone.sees(text('Invite Sent'));
    await phone.tap(button('Done'));
    await phone.sees(heading('My Supporters'), link(/Zoë.*Pending/s));
    const [message = ''] = await stack.api.texts(numberOf(zoe));

    // The same phone, used by someone else: signing out removes the first user's data.
    await phone.open('/app');
    await phone.tap(button('Menu'));
    await phone.tap(button('Log out'));
    await phone.sees(heading('Welcome to Lodestar'));
    await phone.open(message.match(/https?:\/\/\S+/)?.[0] ?? '');
    await phone.sees(heading('Jordan Avery has invited you'));
    await phone.tap(link('Sign in'));
    await phone.fill(field('Email'), zoe.email);
    await phone.fill(field('Password'), zoe.password);
    await phone.tap(button('Login'));
    await goIntoTheApp(phone, zoe.firstName);
    await phone.tap(link(/Jordan Avery/));
    await phone.sees(heading(/^Jordan’s Events$/), link(/Admitted/));
  },
};

export const signOut: Journey = {
  name: 'sign-out',
  async walk(visit) {
    const { phone } = visit;
    const token = await beginSignedIn(visit, 3);
    await phone.open('/app');
    await phone.sees(HOME, link(/Admitted/));
    await phone.tap(button('Menu'));
    await phone.tap(button('Log out'));
    await phone.sees(heading('Welcome to Lodestar'));
    await phone.browser.back();
    await phone.sees(heading(/./));
    await phone.seesNo(link(/Admitted/));
    const kept = await phone.run(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
    if (kept.includes(token)) throw new Error('The session’s token is still on the phone');
    const response = await fetch(new URL('/api/v1/users/me', visit.stack.url), {
      headers: { authorization: `Bearer ${token}` },
    });
    if (response.status !== 401) throw new Error(`The session still answers with ${response.status}`);
  },
};
