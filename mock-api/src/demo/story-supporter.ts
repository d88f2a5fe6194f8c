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
import { say } from './words.ts';

const STEP = 500;
const fresh = { profileId: 2, status: 'NOT_VIEWED' } as const;

const step = (event: EventDocument): StoryStepDocument => ({ delayMs: STEP, events: [event] });

export const SUPPORTER_STORY: StoryStepDocument[] = [
  step({
    ...fresh,
    key: 'maya-supporter',
    type: EVENT_TYPE.SUPPORTER,
    name: say('maya.supporter.name'),
    content: say('maya.supporter.content'),
  }),
  step({
    ...fresh,
    key: 'maya-admitted',
    minutesAgo: 320,
    type: EVENT_TYPE.HOSPITAL,
    survey: 'admission',
    name: say('admitted.name'),
    content: say('maya.admitted.content'),
    content2: say('maya.admitted.content2'),
  }),
  step({
    ...fresh,
    key: 'maya-physician',
    minutesAgo: 285,
    type: EVENT_TYPE.PHYSICIAN,
    name: PHYSICIANS.ortega,
    picture: portrait('ortega', PHYSICIANS.ortega),
    content: say('maya.physician.content'),
    content2: say('maya.physician.content2'),
  }),
  step({
    ...fresh,
    key: 'maya-xray-completed',
    minutesAgo: 210,
    type: EVENT_TYPE.RESULT_COMPLETE,
    name: say('maya.xray.name'),
    content: say('xray.done.content'),
  }),
  {
    ...step({
      ...fresh,
      key: 'maya-care-plan',
      minutesAgo: 95,
      type: EVENT_TYPE.CARE_PLAN,
      link: FIBULA_PLAN.key,
      name: say('plan.event'),
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
    name: say('discharged.name'),
    content: say('maya.discharged'),
  }),
  {
    ...step({
      ...fresh,
      key: 'maya-xray-results',
      minutesAgo: 12,
      type: EVENT_TYPE.RESULT,
      link: FIBULA_XRAY.key,
      name: say('xray.results'),
      content: FIBULA_XRAY.content,
    }),
    results: [{ ...FIBULA_XRAY, minutesAgo: { performed: 210, ready: 12 } }],
    ends: ['maya-xray-completed'],
  },
];
