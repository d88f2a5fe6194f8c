/** The demo's care plans. */
import type { CarePlanDocument } from '../common/documents.ts';
import { PHYSICIANS } from './people.ts';
import { FOLLOW_UP_WEEKS, PLACES } from './places.ts';
import { say } from './words.ts';

export const FIRST_PLAN: CarePlanDocument = {
  key: 'first-plan',
  profileId: 1,
  at: '2020-03-16T16:00:00.000Z',
  title: say('plan.cold.title'),
  doctor: PHYSICIANS.osei,
  duration: say('plan.days', { count: 7 }),
  isCompleted: true,
  carePlans: [
    {
      title: say('plan.cold.rest.title'),
      comments: say('plan.cold.rest.comments'),
    },
    {
      title: say('plan.cold.drink.title'),
      comments: say('plan.cold.drink.comments'),
    },
  ],
};

export const CONCUSSION_PLAN: CarePlanDocument = {
  key: 'story-plan',
  profileId: 1,
  title: say('plan.concussion.title'),
  doctor: PHYSICIANS.osei,
  duration: say('plan.weeks', { count: FOLLOW_UP_WEEKS }),
  isForDischarge: true,
  carePlans: [
    {
      title: say('plan.concussion.rest.title'),
      comments: say('plan.concussion.rest.comments'),
    },
    {
      title: say('plan.concussion.headache.title'),
      comments: say('plan.concussion.headache.comments'),
    },
    {
      title: say('plan.concussion.moving.title'),
      comments: say('plan.concussion.moving.comments'),
    },
    {
      kind: 'warning',
      title: say('plan.concussion.warning.title'),
      comments: say('plan.concussion.warning.comments'),
    },
    {
      title: say('plan.followUp.title'),
      comments: say('plan.concussion.followUp', { place: PLACES.headClinic, count: FOLLOW_UP_WEEKS }),
    },
  ],
};

export const FIBULA_PLAN: CarePlanDocument = {
  key: 'fibula-plan',
  profileId: 2,
  title: say('plan.fibula.title'),
  doctor: PHYSICIANS.ortega,
  duration: say('plan.weeks', { count: 6 }),
  isForDischarge: true,
  carePlans: [
    {
      title: say('plan.fibula.boot.title'),
      comments: say('plan.fibula.boot.comments'),
    },
    {
      title: say('plan.fibula.swelling.title'),
      comments: say('plan.fibula.swelling.comments'),
    },
    {
      title: say('plan.fibula.crutches.title'),
      comments: say('plan.fibula.crutches.comments'),
    },
    {
      title: say('plan.followUp.title'),
      comments: say('plan.fibula.followUp'),
    },
  ],
};
