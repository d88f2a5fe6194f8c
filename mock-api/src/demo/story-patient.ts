/**
 * The patient's story: a fall, a day in hospital, going home. The delays start with 0, 0, 6 s, 8 s and 1 s, and later
 * include some of 10 s, 15 s and 20 s; it ends with the discharge survey (docs/product-rules.md#story).
 */

import type { Acceptance, EventDocument, ResultDocument, StoryStepDocument, Text } from '../common/documents.ts';
import { sameInEach } from '../common/i18n.ts';
import { EVENT_TYPE, type EventType } from '../contract.ts';
import { CONCUSSION_PLAN } from './care-plans.ts';
import { portrait } from './media.ts';
import { PHYSICIANS } from './people.ts';
import { PLACES, WITHIN, XRAY_AFTER_MINUTES } from './places.ts';
import { STORY_BLOOD, STORY_BRAIN, STORY_ECG, STORY_XRAY } from './results.ts';
import { say } from './words.ts';

const fresh = { profileId: 1, status: 'NOT_VIEWED' } as const;
/** Without a number: the form says how many questions it has and how long they take. */
const FEW_QUESTIONS = say('survey.content');

const SCAN_NOW = say('scan.name', { place: WITHIN.scanner });

const MAYA: Acceptance = {
  profile: {
    id: 2,
    firstName: 'Maya',
    lastName: 'Chen',
    organization: '{hospital}',
    message: say('maya.profile'),
    previousStay: null,
  },
  event: {
    key: 'maya-accepted',
    profileId: 1,
    type: EVENT_TYPE.SUPPORTER,
    status: 'NOT_VIEWED',
    name: sameInEach('Maya Chen'),
    content: say('maya.accepted'),
  },
};

const ADMISSION: StoryStepDocument[] = [
  {
    ...step(0, {
      ...fresh,
      key: 'admitted',
      type: EVENT_TYPE.HOSPITAL,
      survey: 'admission',
      name: say('admitted.name'),
      content: say('admitted.content', { place: WITHIN.ward }),
      content2: say('admitted.content2'),
    }),
    notifications: [
      {
        key: 'notification-xray',
        profileId: 1,
        kind: 'next-step',
        icon: 'map-pin',
        place: PLACES.xray,
        afterMinutes: XRAY_AFTER_MINUTES,
        title: say('xray.next.title'),
        content: say('xray.next.content'),
      },
    ],
  },
  step(0, {
    ...fresh,
    key: 'physician',
    type: EVENT_TYPE.PHYSICIAN,
    name: PHYSICIANS.osei,
    picture: portrait('osei', PHYSICIANS.osei),
    content: say('physician.content'),
    content2: say('physician.content2'),
  }),
  step(6_000, {
    ...fresh,
    key: 'covid-message',
    type: EVENT_TYPE.MESSAGE,
    name: say('covid.name'),
    content: say('covid.content'),
    content2: say('covid.content2'),
  }),
  survey(8_000, 'admission-survey', EVENT_TYPE.HOSPITAL_SURVEY_IN, say('survey.admission')),
  step(1_000, {
    ...fresh,
    key: 'blood-completed',
    type: EVENT_TYPE.RESULT_COMPLETE,
    name: say('blood.done.name'),
    content: say('blood.done.content'),
  }),
];

const TESTS: StoryStepDocument[] = [
  {
    ...resultStep(10_000, 'blood-results', say('blood.results'), STORY_BLOOD),
    ends: ['blood-completed'],
  },
  survey(6_000, 'blood-survey', EVENT_TYPE.BLOOD_SURVEY, say('survey.blood')),
  {
    ...step(10_000, {
      ...fresh,
      key: 'xray-completed',
      type: EVENT_TYPE.RESULT_COMPLETE,
      name: say('xray.done.name'),
      content: say('xray.done.content'),
    }),
    retires: ['notification-xray'],
  },
  {
    ...resultStep(8_000, 'xray-results', say('xray.results'), STORY_XRAY),
    ends: ['xray-completed'],
  },
  resultStep(15_000, 'ecg-results', say('ecg.results'), STORY_ECG),
  survey(6_000, 'ecg-survey', EVENT_TYPE.RESULT_SURVEY, say('survey.ecg')),
];

const GOING_HOME: StoryStepDocument[] = [
  step(20_000, {
    profileId: 1,
    key: 'supporter-request',
    type: EVENT_TYPE.SUPPORTER_REQUEST,
    status: 'PENDING',
    name: sameInEach('Maya Chen'),
    content: say('maya.asks'),
    acceptance: MAYA,
  }),
  {
    ...step(10_000, {
      profileId: 1,
      key: 'scan-due',
      type: EVENT_TYPE.HOSPITAL,
      status: 'URGENT',
      name: SCAN_NOW,
      content: say('scan.content'),
      content2: say('scan.content2', { place: WITHIN.scanner }),
    }),
    notifications: [
      {
        key: 'notification-scan',
        profileId: 1,
        kind: 'next-step',
        icon: 'map-pin',
        aboutKey: { type: 'event', key: 'scan-due' },
        title: SCAN_NOW,
        content: say('scan.next'),
      },
    ],
  },
  {
    ...resultStep(20_000, 'brain-results', say('brain.results'), STORY_BRAIN),
    retires: ['notification-scan'],
  },
  {
    ...step(15_000, {
      ...fresh,
      key: 'care-plan',
      type: EVENT_TYPE.CARE_PLAN,
      link: CONCUSSION_PLAN.key,
      name: say('plan.yours'),
      content: CONCUSSION_PLAN.title,
    }),
    carePlans: [CONCUSSION_PLAN],
  },
  {
    ...step(15_000, {
      ...fresh,
      key: 'discharged',
      type: EVENT_TYPE.HOSPITAL,
      aboutKey: { type: 'care-plan', key: CONCUSSION_PLAN.key },
      name: say('discharged.name'),
      content: say('discharged.content'),
      content2: say('discharged.content2'),
    }),
    notifications: [
      {
        key: 'notification-home',
        profileId: 1,
        kind: 'next-step',
        icon: 'map-pin',
        aboutKey: { type: 'care-plan', key: CONCUSSION_PLAN.key },
        title: say('home.title'),
        content: say('home.content'),
      },
    ],
    retires: ['notification-wifi'],
  },
  survey(10_000, 'discharge-survey', EVENT_TYPE.HOSPITAL_SURVEY_OUT, say('survey.discharge')),
];

/** Returns a step that adds one event. */
function step(delayMs: number, event: EventDocument): StoryStepDocument {
  return { delayMs, events: [event] };
}

/** Returns a step that asks for a survey. */
function survey(delayMs: number, key: string, type: EventType, name: Text) {
  return step(delayMs, { profileId: 1, status: 'ACTIONABLE', key, type, name, content: FEW_QUESTIONS });
}

/** Returns a step with which a result is ready. */
function resultStep(delayMs: number, key: string, name: Text, result: ResultDocument): StoryStepDocument {
  const { key: link, content } = result;
  return { ...step(delayMs, { ...fresh, key, type: EVENT_TYPE.RESULT, link, name, content }), results: [result] };
}

export const PATIENT_STORY: StoryStepDocument[] = [...ADMISSION, ...TESTS, ...GOING_HOME];
