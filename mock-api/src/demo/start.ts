/** Initial content of a user's demo: their profile, the stay of March 2020 with its three results, one supporter. */

import type { EventDocument, Starter } from '../common/documents.ts';
import { EVENT_TYPE } from '../contract.ts';
import { ALL_PERMISSIONS } from '../repositories/sharing/supporters.ts';
import { FIRST_PLAN } from './care-plans.ts';
import { INITIAL_RESULTS } from './results.ts';

const earlier = { profileId: 1, status: 'COMPLETED', previousStay: true } as const;

const PREVIOUS_STAY: EventDocument[] = [
  {
    ...earlier,
    key: 'earlier-admitted',
    type: EVENT_TYPE.HOSPITAL,
    at: '2020-03-16T13:30:00.000Z',
    name: { en: 'Emergency visit', fr: 'Visite à l’urgence' },
    content: { en: '{hospital}', fr: '{hospital}' },
    content2: {
      en: 'You came to the emergency department with a cough and a fever.',
      fr: 'Vous avez consulté à l’urgence pour une toux et de la fièvre.',
    },
  },
  {
    ...earlier,
    key: 'earlier-xray',
    type: EVENT_TYPE.RESULT,
    at: '2020-03-16T15:05:00.000Z',
    link: 'first-xray',
    name: { en: 'Chest X-ray', fr: 'Radiographie du thorax' },
    content: { en: 'Your lungs look clear.', fr: 'Vos poumons sont clairs.' },
  },
  {
    ...earlier,
    key: 'earlier-blood',
    type: EVENT_TYPE.RESULT,
    at: '2020-03-16T15:20:00.000Z',
    link: 'first-blood',
    name: { en: 'Blood test', fr: 'Analyse de sang' },
    content: { en: 'Results are in your records.', fr: 'Les résultats sont dans vos dossiers.' },
  },
  {
    ...earlier,
    key: 'earlier-ecg',
    type: EVENT_TYPE.RESULT,
    at: '2020-03-16T15:40:00.000Z',
    link: 'first-ecg',
    name: { en: 'Electrocardiogram (ECG)', fr: 'Électrocardiogramme (ECG)' },
    content: { en: 'Your heart beats regularly.', fr: 'Votre cœur bat régulièrement.' },
  },
  {
    ...earlier,
    key: 'earlier-plan',
    type: EVENT_TYPE.CARE_PLAN,
    at: '2020-03-16T16:00:00.000Z',
    link: 'first-plan',
    name: { en: 'Care plan', fr: 'Plan de soins' },
    content: { en: 'Recovering from a chest cold', fr: 'Se remettre d’un rhume de poitrine' },
  },
  {
    ...earlier,
    key: 'earlier-discharged',
    type: EVENT_TYPE.HOSPITAL,
    at: '2020-03-16T16:30:00.000Z',
    name: { en: 'Went home', fr: 'Retour à la maison' },
    content: { en: '{hospital}', fr: '{hospital}' },
    content2: {
      en: 'You went home the same day with a care plan for seven days.',
      fr: 'Vous avez eu votre congé le jour même, avec un plan de soins de sept jours.',
    },
  },
];

export const STARTER: Starter = {
  profile: [
    {
      id: 1,
      firstName: null,
      lastName: null,
      organization: '{hospital}',
      message: {
        en: 'You are being looked after at {hospital}.',
        fr: '{hospital} s’occupe de vous.',
      },
      previousStay: { en: 'March 16, 2020', fr: '16 mars 2020' },
    },
  ],
  event: PREVIOUS_STAY,
  result: INITIAL_RESULTS,
  carePlan: [FIRST_PLAN],
  notification: [
    {
      key: 'notification-wifi',
      profileId: 1,
      icon: 'wifi',
      title: { en: 'Free Wi-Fi for patients', fr: 'Wi-Fi gratuit pour les patients' },
      content: {
        en: 'Choose the network "Hospital-Guest" and agree to its terms.',
        fr: 'Choisissez le réseau «\u00a0Hospital-Guest\u00a0» et acceptez ses conditions.',
      },
    },
  ],
  supporter: [
    {
      key: 'supporter-sam',
      profileId: 1,
      name: 'Sam Avery',
      content: { en: 'Supports you since March 2020', fr: 'Vous soutient depuis mars 2020' },
      status: 'ACCEPTED',
      permissions: ALL_PERMISSIONS,
    },
  ],
};
