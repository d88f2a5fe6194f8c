import { expect, JOURNEY, test } from '../../support/fixtures.ts';
import { MOVING } from '../../support/movement.ts';
import { newPerson, register } from '../../support/people.ts';
import { LOCALES } from '../../support/words.ts';
import { newDevice, putAway } from './device.ts';
import * as patient from './patient.ts';
import * as staff from './staff.ts';
import * as supporter from './supporter.ts';

test.use(MOVING);

const SAID = {
  en: {
    event: 'Dr. Noor looks after you',
    line: 'She comes by at noon',
    next: 'X-ray',
    sentence: 'A porter takes you there.',
    place: 'Level 2',
    reason: 'An emergency came first.',
    question: 'May I eat before the X-ray?',
    reply: 'Yes, a light meal is fine.',
  },
  fr: {
    event: 'La Dre Noor s’occupe de vous',
    line: 'Elle passera à midi',
    next: 'Radiographie',
    sentence: 'Un brancardier vous y conduit.',
    place: 'Niveau 2',
    reason: 'Une urgence est passée avant.',
    question: 'Puis-je manger avant la radiographie?',
    reply: 'Oui, un repas léger convient.',
  },
} as const;

for (const locale of LOCALES) {
  test(
    `staff, patient and supporter complete one stay, in ${locale === 'en' ? 'English' : 'French'}`,
    locale === 'en' ? JOURNEY : {},
    async ({ browser, stack }) => {
      const said = SAID[locale];
      const lea = { ...newPerson(), firstName: 'Léa', lastName: 'Côté' };
      const name = `${lea.firstName} ${lea.lastName}`;
      const zoe = { ...newPerson(), firstName: 'Zoë', lastName: 'Bélanger' };
      const nurse = newPerson('elsewhere.example.net');
      await register(stack, nurse);
      const desk = await newDevice({ browser, stack }, locale, 'desktop');
      const phone = await newDevice({ browser, stack }, locale, 'phone');
      const otherPhone = await newDevice({ browser, stack }, locale, 'phone');

      await staff.signIn(desk, stack);
      await staff.approve(desk, nurse);
      await staff.makePatient(desk, lea);
      const { code, pdf } = await staff.printWristband(desk);
      expect(pdf.toString('latin1')).toContain(Buffer.from(code).toString('hex'));

      await patient.comeIn(phone, stack, lea, pdf);
      await staff.sendUpdate(desk, said);
      await patient.readNews(phone, said);
      await patient.ask(phone, said.event, said.question);
      await phone.page.goto('/app');
      await staff.answer(desk, name, said.question, said.reply);
      await patient.readReply(phone, said.question, said.reply);

      const link = await patient.invite(phone, stack, zoe);
      await supporter.comeInByInvitation(otherPhone, stack, { person: zoe, link, from: name });
      await patient.readAccepted(phone, zoe.firstName);
      await supporter.readWhatIsShared(otherPhone, name, said);
      await supporter.openEvent(otherPhone, name, said.event);
      await patient.takeAway(phone, zoe.firstName, 'statusUpdates');
      await supporter.readWithdrawn(otherPhone, lea.firstName, said);
      await supporter.readNothing(otherPhone, name, said.event);

      const dana = phone.t('api.audit.staff', { name: 'Dana Whitfield' });
      await patient.readWhoLooked(phone, [
        [dana, phone.t('api.audit.desk.event-sent')],
        [dana, phone.t('api.audit.desk.request-replied')],
        ['Zoë Bélanger', phone.t('api.audit.RECORD_VIEWED', { record: phone.t('api.audit.events') })],
      ]);
      for (const device of [desk, phone, otherPhone]) await putAway(device);
    },
  );
}
