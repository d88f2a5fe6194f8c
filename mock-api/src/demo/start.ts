/** Initial content of a user's demo: their profile, the stay of March 2020 with its three results, one supporter. */

import type { EventDocument, Starter } from '../common/documents.ts';
import { sameInEach } from '../common/i18n.ts';
import { EVENT_TYPE } from '../contract.ts';
import { ALL_PERMISSIONS } from '../repositories/sharing/supporters.ts';
import { FIRST_PLAN } from './care-plans.ts';
import { INITIAL_RESULTS } from './results.ts';
import { say } from './words.ts';

const earlier = { profileId: 1, status: 'COMPLETED', previousStay: true } as const;

const PREVIOUS_STAY: EventDocument[] = [
  {
    ...earlier,
    key: 'earlier-admitted',
    type: EVENT_TYPE.HOSPITAL,
    at: '2020-03-16T13:30:00.000Z',
    name: say('earlier.visit.name'),
    content: sameInEach('{hospital}'),
    content2: say('earlier.visit.content2'),
  },
  {
    ...earlier,
    key: 'earlier-xray',
    type: EVENT_TYPE.RESULT,
    at: '2020-03-16T15:05:00.000Z',
    link: 'first-xray',
    name: say('result.chest.name'),
    content: say('result.chest.content'),
  },
  {
    ...earlier,
    key: 'earlier-blood',
    type: EVENT_TYPE.RESULT,
    at: '2020-03-16T15:20:00.000Z',
    link: 'first-blood',
    name: say('result.blood.name'),
    content: say('earlier.blood.content'),
  },
  {
    ...earlier,
    key: 'earlier-ecg',
    type: EVENT_TYPE.RESULT,
    at: '2020-03-16T15:40:00.000Z',
    link: 'first-ecg',
    name: say('result.ecg.name'),
    content: say('result.ecg.content'),
  },
  {
    ...earlier,
    key: 'earlier-plan',
    type: EVENT_TYPE.CARE_PLAN,
    at: '2020-03-16T16:00:00.000Z',
    link: 'first-plan',
    name: say('plan.event'),
    content: say('plan.cold.title'),
  },
  {
    ...earlier,
    key: 'earlier-discharged',
    type: EVENT_TYPE.HOSPITAL,
    at: '2020-03-16T16:30:00.000Z',
    name: say('earlier.home.name'),
    content: sameInEach('{hospital}'),
    content2: say('earlier.home.content2'),
  },
];

export const STARTER: Starter = {
  profile: [
    {
      id: 1,
      firstName: null,
      lastName: null,
      organization: '{hospital}',
      message: say('profile.message'),
      previousStay: say('profile.previousStay'),
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
      title: say('wifi.title'),
      content: say('wifi.content'),
    },
  ],
  supporter: [
    {
      key: 'supporter-sam',
      profileId: 1,
      name: 'Sam Avery',
      content: say('supporter.since'),
      status: 'ACCEPTED',
      permissions: ALL_PERMISSIONS,
    },
  ],
};
