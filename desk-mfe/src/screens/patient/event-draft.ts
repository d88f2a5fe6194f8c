import type { Translate } from 'shared-ui';
import { yup } from 'shared-ui/forms';
import type { EventToSend } from '../../api/patients.ts';

/** What an event can be (docs/product-rules.md#codes); supporters come by invitation, so that their two types are not sent. */
export const TYPES = [
  'GENERAL',
  'RESULT',
  'RESULT_COMPLETE',
  'CARE_PLAN',
  'MESSAGE',
  'HOSPITAL',
  'PHYSICIAN',
  'RESULT_SURVEY',
  'BLOOD_SURVEY',
  'HOSPITAL_SURVEY_IN',
  'HOSPITAL_SURVEY_OUT',
] as const;
export type TypeName = (typeof TYPES)[number];

const CODES = {
  GENERAL: 0,
  RESULT: 2,
  RESULT_COMPLETE: 3,
  RESULT_SURVEY: 4,
  BLOOD_SURVEY: 5,
  CARE_PLAN: 6,
  MESSAGE: 7,
  HOSPITAL: 8,
  HOSPITAL_SURVEY_IN: 9,
  HOSPITAL_SURVEY_OUT: 10,
  PHYSICIAN: 11,
} as const satisfies Record<TypeName, EventToSend['type']>;

/** The longest texts that the API takes. */
export const NAME_LENGTH = 120;
export const CONTENT_LENGTH = 500;
export const DETAILS_LENGTH = 4000;

/** Names of its own: beside it stands the form for what happens next, and fields are found by name. */
export interface TypedEvent {
  type: TypeName;
  eventTitle: string;
  eventLine: string;
  details: string;
  isUrgent: boolean;
}

export const EMPTY: TypedEvent = { type: 'GENERAL', eventTitle: '', eventLine: '', details: '', isUrgent: false };

type Key = 'event.nameRequired' | 'event.contentRequired';

/** What must be there to send an event. */
export function eventSchema(t: Translate<Key>) {
  return yup.object({
    eventTitle: yup.string().trim().required(t('event.nameRequired')),
    eventLine: yup.string().trim().required(t('event.contentRequired')),
  });
}

/** What is sent for what was typed. Without a word on it, the status is the one that the server gives the type. */
export function toNewEvent({ type, eventTitle, eventLine, details, isUrgent }: TypedEvent): EventToSend {
  return {
    type: CODES[type],
    name: eventTitle.trim(),
    content: eventLine.trim(),
    ...(details.trim() && { content2: details.trim() }),
    ...(isUrgent && { status: 'URGENT' }),
  };
}
