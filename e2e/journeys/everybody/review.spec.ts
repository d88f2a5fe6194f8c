import { JOURNEY, test } from '../../support/fixtures.ts';
import { newPerson } from '../../support/people.ts';
import { LOCALES } from '../../support/words.ts';
import { newDevice, putAway } from './device.ts';
import * as patient from './patient.ts';
import * as staff from './staff.ts';
import * as supporter from './supporter.ts';

const TOLD = {
  en: {
    event: 'Dr. Noor is your doctor',
    line: 'She visits at noon',
    next: 'X-ray',
    sentence: 'A porter will take you there.',
    place: 'Level 2',
    reason: 'An emergency came first.',
  },
  fr: {
    event: 'La Dre Noor est votre médecin',
    line: 'Elle passera à midi',
    next: 'Radiographie',
    sentence: 'Un brancardier vous y conduira.',
    place: 'Niveau 2',
    reason: 'Une urgence est passée avant.',
  },
} as const;

for (const locale of LOCALES) {
  test(
    `supporter with an unapproved domain is reviewed at the desk and then sees the patient’s timeline, in ${locale === 'en' ? 'English' : 'French'}`,
    locale === 'fr' ? JOURNEY : {},
    async ({ browser, stack }) => {
      const lea = { ...newPerson(), firstName: 'Léa', lastName: 'Côté' };
      const name = `${lea.firstName} ${lea.lastName}`;
      const zoe = { ...newPerson('mail.example.net'), firstName: 'Zoë', lastName: 'Bélanger' };
      const desk = await newDevice({ browser, stack }, locale, 'desktop');
      const phone = await newDevice({ browser, stack }, locale, 'phone');
      const otherPhone = await newDevice({ browser, stack }, locale, 'phone');

      await staff.signIn(desk, stack);
      await staff.makePatient(desk, lea);
      const { pdf } = await staff.printWristband(desk);
      await patient.comeIn(phone, stack, lea, pdf);
      await staff.sendUpdate(desk, TOLD[locale]);

      const link = await patient.invite(phone, stack, zoe);
      await supporter.answerWithOtherDomain(otherPhone, { person: zoe, link, from: name });
      await supporter.waitForReview(otherPhone, stack, zoe);
      await patient.readSupporter(phone, zoe.firstName, 'PENDING');

      await staff.readWhoInvited(desk, zoe, name);
      await staff.approve(desk, zoe);
      await supporter.comeInOnceApproved(otherPhone, stack, zoe);
      await supporter.readEvent(otherPhone, name, TOLD[locale].event);
      await patient.readSupporter(phone, zoe.firstName, 'ACCEPTED');
      await patient.readWhoLooked(phone, [
        [phone.t('api.audit.staff', { name: 'Dana Whitfield' }), phone.t('api.audit.desk.supporter-approved')],
      ]);
      for (const device of [desk, phone, otherPhone]) await putAway(device);
    },
  );
}
