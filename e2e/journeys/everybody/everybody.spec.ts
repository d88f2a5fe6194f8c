import { readFile } from 'node:fs/promises';
import type { Browser } from 'playwright/test';
import { expect, JOURNEY, test } from '../../support/fixtures.ts';
import type { Stack } from '../../support/hospital/stack.ts';
import { createAccount } from '../../support/people/account.ts';
import * as patient from '../../support/people/patient-steps.ts';
import { linkFor, newPerson, numberOf, type Person, register } from '../../support/people/person.ts';
import * as staff from '../../support/people/staff-steps.ts';
import * as supporter from '../../support/people/supporter-steps.ts';
import { MOVING } from '../../support/phone/browser.ts';
import { inkOf, showToCamera } from '../../support/phone/page-camera.ts';
import { Device } from '../../support/phone/page-phone.ts';
import { button, heading, including, link, text } from '../../support/phone/phone.ts';
import { callFailed } from '../../support/phone/problems.ts';
import { LOCALES, type Locale } from '../../support/phone/words.ts';
import { violations } from '../../support/screens/axe.ts';

test.use(MOVING);

const SAID = {
  en: {
    event: 'Dr. Noor looks after you',
    line: 'She comes by at noon',
    next: 'X-ray',
    sentence: 'A porter takes you there.',
    place: 'Level 2',
    minutes: 25,
    reason: 'An emergency came first.',
    question: 'May I eat before the X-ray?',
    reply: 'Yes, a light meal is fine.',
  },
  fr: {
    event: 'La Dre Noor s’occupe de vous',
    line: 'Elle passera à midi',
    next: 'Radiographie',
    sentence: 'Un brancardier vous y conduit.',
    place: 'Étage 2',
    minutes: 25,
    reason: 'Une urgence est passée avant.',
    question: 'Puis-je manger avant la radiographie?',
    reply: 'Oui, un repas léger convient.',
  },
} as const;

type Said = (typeof SAID)[keyof typeof SAID];

const accountOf = ({ page }: Device, { email }: Person) => page.getByRole('article').filter({ hasText: email });

/** Approves an account that its owner has registered. */
async function approve(desk: Device, person: Person): Promise<void> {
  const { t } = desk;
  await desk.open('/desk/accounts');
  await accountOf(desk, person)
    .getByRole('button', { name: t('desk.accounts.approve'), exact: true })
    .click();
  await desk.sees(text(t('desk.accounts.nowApproved', { name: `${person.firstName} ${person.lastName}` })));
}

/** Issues a wristband to the open patient and prints it. @returns the PDF that the browser received */
async function printWristband(desk: Device): Promise<Buffer> {
  const { page, t } = desk;
  await desk.tap(button(t('desk.wristband.issue')));
  const shown = page.getByText(/^ER\d{8}$/);
  await expect(shown).toBeVisible();
  // A headless browser has no PDF viewer: it downloads what it would otherwise show.
  const saved = page.waitForEvent('download');
  await desk.tap(button(t('desk.wristband.print')));
  const pdf = await readFile(await (await saved).path());
  expect(pdf.toString('latin1')).toContain(`(${await shown.textContent()})`);
  return pdf;
}

async function sendUpdate(desk: Device, said: Said): Promise<void> {
  const { page, t } = desk;
  await page.getByLabel(t('desk.event.type')).selectOption({ label: t('desk.event.types.PHYSICIAN') });
  await desk.fill({ label: t('desk.event.name') }, said.event);
  await desk.fill({ label: t('desk.event.content') }, said.line);
  await desk.tap(button(t('desk.event.send')));
  const timeline = page.getByRole('region', { name: t('desk.timeline.title'), exact: true });
  await expect(timeline.getByText(said.event)).toBeVisible();
  await staff.announce(desk, said);
  expect(await violations(page)).toEqual([]);
}

/** The desk adds a patient, who scans the printed wristband, accepts the agreements and opens the app. */
async function admit(desk: Device, phone: Device, stack: Stack, person: Person): Promise<void> {
  const { page, t } = phone;
  await staff.addPatient(desk, person);
  await showToCamera(page.context(), inkOf(await printWristband(desk)));
  await phone.open('/onboarding/scan-code');
  await patient.enterPin(phone, stack.api, numberOf(person));
  await phone.sees(heading(t('account.nda.demoTitle')));
  for (const box of await page.getByRole('checkbox').all()) await box.check();
  await phone.tap(button(t('account.next')));
  await phone.sees(heading(t('onboarding.info.title')));
  await phone.tap(link(t('onboarding.continue')));
  await patient.goIntoTheApp(phone, person.firstName);
}

async function readAccessLog({ page }: Device, acts: (readonly [who: string, what: string])[]): Promise<void> {
  await page.goto('/app/access-log');
  for (const [who, what] of acts) {
    const entry = page.getByRole('main').getByRole('listitem').filter({ hasText: who }).filter({ hasText: what });
    await expect(entry.first()).toBeVisible();
  }
}

/** Opens three browsers, in which the staff are signed in. */
async function openDevices(browser: Browser, { api }: Stack, locale: Locale) {
  const open = (kind: 'phone' | 'desktop') => Device.open(browser, kind, locale);
  const [desk, phone, otherPhone] = [await open('desktop'), await open('phone'), await open('phone')];
  await staff.signInAtDesk(desk, api);
  return { desk, phone, otherPhone };
}

for (const locale of LOCALES) {
  const language = locale === 'en' ? 'English' : 'French';
  const said = SAID[locale];

  test(
    `staff, patient and supporter complete one stay, in ${language}`,
    locale === 'en' ? JOURNEY : {},
    async ({ browser, stack }) => {
      const [lea, zoe] = [newPerson('example.org', 'lea'), newPerson('example.org', 'zoe')];
      const name = `${lea.firstName} ${lea.lastName}`;
      const nurse = newPerson('elsewhere.example.net');
      await register(stack, nurse);
      const { desk, phone, otherPhone } = await openDevices(browser, stack, locale);
      const { page, t } = phone;
      await approve(desk, nurse);
      await admit(desk, phone, stack, lea);
      await sendUpdate(desk, said);
      await phone.open('/app');
      await expect(page.getByRole('link', { name: said.event })).toContainText(said.line);
      await phone.sees({ role: 'heading', name: said.next }, text(including(said.place)));
      await supporter.readDelay(phone, { count: said.minutes, reason: said.reason });

      await supporter.openEvent(phone, said.event);
      await phone.tap(link(t('ask.event')));
      await patient.sendRequest(phone, 'question', said.question);
      await phone.open('/app');
      await staff.reply(desk, name, said.reply);
      await patient.readReply(phone, 'question', said.reply);

      const url = await patient.invite(phone, stack.api, zoe);
      await supporter.openInvitation(otherPhone, { url, from: name }, 'create');
      await createAccount(otherPhone, zoe);
      await otherPhone.sees(heading(t('account.create.created')));
      await otherPhone.open((await linkFor(stack, zoe.email, 'validate-email')).url);
      await otherPhone.sees(heading(t('account.validate.done')));
      await otherPhone.page.getByRole('main').getByRole('link').click();
      await patient.goIntoTheApp(otherPhone, zoe.firstName);
      await patient.sayYes(phone, zoe.firstName);
      await expect(
        page.getByRole('link', { name: t('api.event.invited.accepted', { name: zoe.firstName }) }),
      ).toContainText(t('timeline.status.NOT_VIEWED'));

      // The waiting event has the patient's name, too.
      await otherPhone.page.locator('a[href$="/events"]', { hasText: name }).waitFor();
      await otherPhone.seesNo(text(t('api.event.request.waiting.link', { name })));
      await supporter.openEventsOf(otherPhone, name);
      const events = otherPhone.page.url();
      await otherPhone.sees(link(including(said.event)));
      await otherPhone.open(events.replace('/events', '/requests'));
      await otherPhone.sees(text(t('requests.list.empty')));
      await otherPhone.seesNo(text(said.question));
      await otherPhone.open(events);
      await supporter.openEvent(otherPhone, said.event);
      await patient.takeBack(phone, zoe.firstName);
      otherPhone.problems.allow(callFailed('events/event'));
      await supporter.readWithdrawn(otherPhone, name);
      await otherPhone.seesNo(text(said.line));
      await otherPhone.page.reload();
      await supporter.readWithdrawn(otherPhone, name);
      expect(await violations(otherPhone.page)).toEqual([]);
      await otherPhone.tap(link(t('shared.notShared.home')));
      await supporter.openEventsOf(otherPhone, name);
      await otherPhone.sees(text(t('shared.notShared.never', { name: lea.firstName })));
      await otherPhone.seesNo(text(said.event));

      const dana = t('api.audit.staff', { name: 'Dana Whitfield' });
      await readAccessLog(phone, [
        [dana, t('api.audit.desk.event-sent')],
        [dana, t('api.audit.desk.request-replied')],
        ['Zoë Bélanger', t('api.audit.RECORD_VIEWED', { record: t('api.audit.events') })],
      ]);
      for (const device of [desk, phone, otherPhone]) await device.close();
    },
  );

  test(
    `staff review a supporter with an unapproved domain, in ${language}`,
    locale === 'fr' ? JOURNEY : {},
    async ({ browser, stack }) => {
      const [lea, zoe] = [newPerson('example.org', 'lea'), newPerson('mail.example.net', 'zoe')];
      const name = `${lea.firstName} ${lea.lastName}`;
      const { desk, phone, otherPhone } = await openDevices(browser, stack, locale);
      const { t } = phone;
      const readSupporter = async (status: 'PENDING' | 'ACCEPTED', line: string) => {
        await phone.open('/profile/1/supporters');
        const entry = phone.page.getByRole('main').getByRole('link', { name: zoe.firstName });
        await expect(entry).toContainText(t(`screens.supporters.${status}`));
        await expect(entry).toContainText(line);
      };
      await admit(desk, phone, stack, lea);
      await sendUpdate(desk, said);

      const url = await patient.invite(phone, stack.api, zoe);
      await supporter.openInvitation(otherPhone, { url, from: name }, 'create');
      await createAccount(otherPhone, zoe);
      await otherPhone.sees(
        heading(t('account.create.denied')),
        text(t('account.create.deniedText', { email: zoe.email })),
        text(including(t('account.create.deniedInvited', { name }))),
      );
      expect(await violations(otherPhone.page)).toEqual([]);
      await otherPhone.open((await linkFor(stack, zoe.email, 'validate-email')).url);
      await otherPhone.sees(heading(t('account.validate.review')));
      await patient.logIn(otherPhone, zoe);
      await otherPhone.sees(text(including(t('onboarding.login.review'))));
      await readSupporter('PENDING', t('api.supporter.invited.review'));

      await desk.open('/desk/accounts');
      const account = accountOf(desk, zoe);
      await expect(account).toContainText(t('desk.accounts.invited', { name, date: '' }).trim());
      await expect(account).toContainText(t('desk.accounts.invitation.open'));
      expect(await violations(desk.page)).toEqual([]);
      await approve(desk, zoe);
      await readSupporter('PENDING', t('api.supporter.invited.asked'));
      await patient.sayYes(phone, zoe.firstName);
      const [mail = ''] = await stack.api.mails(zoe.email);
      expect(mail).toContain(t('api.mail.accountApproved.invitationAsked'));
      await otherPhone.open(/https?:\/\/\S+\/onboarding\/login/.exec(mail)?.[0] ?? '');
      await patient.enterPassword(otherPhone, zoe);
      await patient.goIntoTheApp(otherPhone, zoe.firstName);
      await supporter.openEventsOf(otherPhone, name);
      await otherPhone.sees(link(including(said.event)));
      await readSupporter('ACCEPTED', t('api.supporter.invited.accepted'));
      await readAccessLog(phone, [
        [t('api.audit.staff', { name: 'Dana Whitfield' }), t('api.audit.desk.supporter-approved')],
      ]);
      for (const device of [desk, phone, otherPhone]) await device.close();
    },
  );
}
