/** Templates that staff send: each reader gets them in their language, and staff's own words marked with theirs. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  type CareEvent,
  type CareRequest,
  type DayPlan,
  type DayPlans,
  type DeskDayPlans,
  type DeskRequest,
  type DeskTemplate,
  type DeskTemplates,
  EVENT_TYPE,
} from '../../src/contract.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { shareWith } from '../support/sharing.ts';

const SOON = {
  en: 'Thank you for letting us know. Someone from your care team will be with you soon.',
  es: 'Gracias por avisarnos. Alguien de su equipo de atención irá pronto a verle.',
  ar: 'شكرًا على إخبارنا. سيأتي إليك قريبًا أحد أفراد فريق الرعاية الخاص بك.',
};
const OWN = 'We are on the way to you. Please wait at the desk.';

describe('a template', () => {
  let api: TestApi;
  let staff: string;
  let patient: string;
  let supporter: string;
  let profileId: number;
  let id: string;
  let today: string;
  let templates: DeskTemplate[];
  const ask = async <Body>(
    method: 'GET' | 'POST' | 'PUT',
    path: string,
    token: string,
    language: string,
    body?: object,
  ) =>
    (
      await api.ask<Body>(method, `/api/${path}`, {
        token,
        headers: { 'accept-language': language },
        ...(body && { body }),
      })
    ).body;
  const template = (english: string) => {
    const found = templates.find(({ title }) => title.en === english);
    assert.ok(found, english);
    return found;
  };

  before(async () => {
    api = await startApi();
    staff = await api.signInStaff();
    patient = await api.signIn();
    supporter = await api.signIn('second@example.org');
    ({ profileId } = await shareWith(api, patient, supporter));
    ({ id } = await api.user('patient@example.org'));
    ({ templates } = await ask<DeskTemplates>('GET', 'v1/desk/templates', staff, 'en'));
    ({ today } = await ask<DeskDayPlans>('GET', `v1/desk/patients/${id}/plans`, staff, 'en'));
  });
  after(() => api.close());

  it('of the product is there in every language, until its English text is changed', async () => {
    for (const { title, text } of templates)
      for (const said of [title, text]) assert.equal(Object.keys(said).length, 12, said.en);
    const { id: soon, ...body } = template('We’ll be with you soon');
    const change = (fields: object) =>
      ask<DeskTemplate>('PUT', `v1/desk/templates/${soon}`, staff, 'en', { ...body, ...fields });
    const { en, fr } = body.text;
    const own = { text: { en: 'Soon.', fr, uk: 'Скоро.' } };
    const changed = await change(own);
    assert.deepEqual([changed.title, changed.text], [body.title, own.text]);
    assert.deepEqual(await change({ text: { en, fr } }), { id: soon, ...body });
  });

  it('as a reply is read by patient, supporter and staff in their own languages', async () => {
    const asked = await ask<CareRequest>('POST', `v1/profiles/${profileId}/requests`, supporter, 'es', {
      kind: 'question',
      text: '¿Cuándo?',
    });
    const reply = (text: string) =>
      ask<DeskRequest>('POST', `v1/desk/requests/${asked.id}/replies`, staff, 'en', {
        text,
        template: template('We’ll be with you soon').id,
      });
    assert.equal((await reply(SOON.en)).replies[0]?.text, SOON.en);
    const read = async (token: string, profile: number, language: 'ar' | 'es' | 'en' | 'fr') => {
      const requests = await ask<CareRequest[]>('GET', `v1/profiles/${profile}/requests`, token, language);
      const { replies } = requests.find((one) => one.id === asked.id) as CareRequest;
      return [replies.at(-1)?.text, replies.at(-1)?.language];
    };
    const event = async (language: string) => {
      const events = await ask<CareEvent[]>('GET', 'events', supporter, language);
      const { content, languages } = events.find(({ requestId }) => requestId === asked.id) as CareEvent;
      return [content, languages?.content];
    };
    assert.deepEqual(await read(patient, 1, 'ar'), [SOON.ar, undefined]);
    assert.deepEqual(await read(supporter, profileId, 'es'), [SOON.es, undefined]);
    assert.deepEqual(await event('es'), [`“${SOON.es}”`, undefined]);

    await reply(OWN);
    assert.deepEqual(await read(patient, 1, 'ar'), [OWN, 'en']);
    assert.deepEqual(await read(supporter, profileId, 'fr'), [OWN, 'en']);
    assert.deepEqual(await read(supporter, profileId, 'en'), [OWN, undefined]);
    assert.deepEqual(await event('es'), [`“${OWN}”`, 'en']);
  });

  it('as an event is in each reader’s language where staff left it unchanged, and marked where they did not', async () => {
    const { id: ready, title, text } = template('Your room is ready');
    const send = (name: string, content: string) =>
      ask<CareEvent>('POST', `v1/desk/patients/${id}/events`, staff, 'fr', {
        type: EVENT_TYPE.GENERAL,
        name,
        content,
        template: ready,
      });
    const { id: whole } = await send(title.fr, text.fr);
    const { id: edited } = await send(title.fr, OWN);
    const read = async (token: string, language: string) => {
      const events = await ask<CareEvent[]>('GET', 'events', token, language);
      return [whole, edited].map((sent) => {
        const { name, content, languages } = events.find((one) => one.id === sent) as CareEvent;
        return [name, content, languages];
      });
    };
    for (const [token, language] of [
      [patient, 'ar'],
      [supporter, 'es'],
    ] as const)
      assert.deepEqual(await read(token, language), [
        [title[language], text[language], undefined],
        [title[language], OWN, { content: 'en' }],
      ]);
    const unknown = { type: EVENT_TYPE.GENERAL, name: title.en, content: text.en, template: 'removed' };
    const plain = await ask<CareEvent>('POST', `v1/desk/patients/${id}/events`, staff, 'en', unknown);
    const shown = (await ask<CareEvent[]>('GET', 'events', patient, 'ar')).find((one) => one.id === plain.id);
    assert.deepEqual([shown?.name, shown?.languages], [title.en, { name: 'en', content: 'en' }]);
  });

  it('as a plan of the day has its steps in each language, also once it is saved again', async () => {
    const { id: walk, title } = template('Get up and walk');
    const plan = {
      goal: title.en,
      steps: [{ text: 'A first walk with the nurse.', at: '09:30' }, { text: 'Please call us before you get up' }],
      people: [],
    };
    const save = (body: object, language: string) =>
      ask<DayPlan>('PUT', `v1/desk/patients/${id}/plans/${today}`, staff, language, body);
    const { updatedAt } = await save({ ...plan, templates: [walk] }, 'en');
    const read = async (token: string, profile: number, language: string) => {
      const [shown] = (await ask<DayPlans>('GET', `v1/profiles/${profile}/plans`, token, language)).plans;
      return [shown?.goal, shown?.languages, shown?.steps];
    };
    const inArabic = [
      title.ar,
      undefined,
      [
        { text: 'أول مشي مع الممرضة أو الممرض.', at: '09:30' },
        { text: plan.steps[1]?.text, language: 'en' },
      ],
    ];
    assert.deepEqual(await read(patient, 1, 'ar'), inArabic);
    assert.equal((await read(supporter, profileId, 'es'))[0], title.es);

    await ask('POST', `v1/profiles/1/plans/${today}/read-back`, patient, 'ar', { text: 'أمشي' });
    const [french] = (await ask<DeskDayPlans>('GET', `v1/desk/patients/${id}/plans`, staff, 'fr')).plans;
    assert.ok(french);
    assert.equal(french.goal, title.fr);
    const steps = french.steps.map(({ text, at }) => ({ text, ...(at && { at }) }));
    const again = await save({ goal: french.goal, steps, people: [], basedOn: updatedAt }, 'fr');
    assert.equal(again.readBack?.text, 'أمشي', 'it is the same plan');
    assert.deepEqual(await read(patient, 1, 'ar'), inArabic);
  });
});
