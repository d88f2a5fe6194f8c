/**
 * The second profile's story: seven steps, 500 ms apart (docs/product-rules.md#story). They happened before the user
 * became a supporter, in this order.
 */

import type { EventDocument, StoryStepDocument } from '../common/documents.ts';
import { EVENT_TYPE } from '../contract.ts';
import { FIBULA_PLAN } from './care-plans.ts';
import { portrait } from './media.ts';
import { PHYSICIANS } from './people.ts';
import { FIBULA_XRAY } from './results.ts';

const STEP = 500;
const fresh = { profileId: 2, status: 'NOT_VIEWED' } as const;

const step = (event: EventDocument): StoryStepDocument => ({ delayMs: STEP, events: [event] });

export const SUPPORTER_STORY: StoryStepDocument[] = [
  step({
    ...fresh,
    key: 'maya-supporter',
    type: EVENT_TYPE.SUPPORTER,
    name: { en: 'Supporter', fr: 'Personne de soutien' },
    content: { en: 'You have supported Maya since today.', fr: 'Vous soutenez Maya depuis aujourd’hui.' },
  }),
  step({
    ...fresh,
    key: 'maya-admitted',
    minutesAgo: 320,
    type: EVENT_TYPE.HOSPITAL,
    survey: 'admission',
    name: { en: 'Admitted', fr: 'Admission' },
    content: { en: 'Maya came to {hospital}.', fr: 'Maya est arrivée à {hospital}.' },
    content2: {
      en: 'Maya slipped on the stairs and hurt her right leg.',
      fr: 'Maya a glissé dans l’escalier et s’est blessée à la jambe droite.',
    },
  }),
  step({
    ...fresh,
    key: 'maya-physician',
    minutesAgo: 285,
    type: EVENT_TYPE.PHYSICIAN,
    name: PHYSICIANS.ortega,
    picture: portrait('ortega', PHYSICIANS.ortega),
    content: { en: "Maya's physician is assigned.", fr: 'Le médecin de Maya est désigné.' },
    content2: {
      en: 'Dr. Ortega is an orthopedic surgeon. He has treated broken bones for nine years and runs the fracture clinic on Tuesdays and Thursdays.',
      fr: 'Le Dr Ortega est chirurgien orthopédiste. Il soigne des fractures depuis neuf ans et tient la clinique des fractures le mardi et le jeudi.',
    },
  }),
  step({
    ...fresh,
    key: 'maya-xray-completed',
    minutesAgo: 210,
    type: EVENT_TYPE.RESULT_COMPLETE,
    name: { en: 'X-ray completed', fr: 'Radiographie effectuée' },
    content: { en: 'A radiologist is looking at the pictures.', fr: 'Une radiologiste examine les images.' },
  }),
  {
    ...step({
      ...fresh,
      key: 'maya-care-plan',
      minutesAgo: 95,
      type: EVENT_TYPE.CARE_PLAN,
      link: FIBULA_PLAN.key,
      name: { en: 'Care plan', fr: 'Plan de soins' },
      content: FIBULA_PLAN.title,
    }),
    carePlans: [FIBULA_PLAN],
  },
  step({
    ...fresh,
    key: 'maya-discharged',
    minutesAgo: 50,
    type: EVENT_TYPE.HOSPITAL,
    aboutKey: { type: 'care-plan', key: FIBULA_PLAN.key },
    name: { en: 'Discharged', fr: 'Congé de l’hôpital' },
    content: { en: 'Maya is on her way home.', fr: 'Maya est en route vers la maison.' },
  }),
  {
    ...step({
      ...fresh,
      key: 'maya-xray-results',
      minutesAgo: 12,
      type: EVENT_TYPE.RESULT,
      link: FIBULA_XRAY.key,
      name: { en: 'X-ray results', fr: 'Résultats de la radiographie' },
      content: FIBULA_XRAY.content,
    }),
    results: [{ ...FIBULA_XRAY, minutesAgo: { performed: 210, ready: 12 } }],
    ends: ['maya-xray-completed'],
  },
];
