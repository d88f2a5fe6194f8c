import type { NewEvent, RequestSubject } from 'mock-api/contract';
import { EVENT_TYPE, type Translate } from 'shared-ui';
import { yup } from 'shared-ui/forms';

/** What an event can be (docs/product-rules.md#codes); supporters come by invitation, so that their two types are not sent. */
export type TypeName = Exclude<keyof typeof EVENT_TYPE, 'SUPPORTER' | 'SUPPORTER_REQUEST'>;

const isSent = (name: string): name is TypeName => name !== 'SUPPORTER' && name !== 'SUPPORTER_REQUEST';

/** The names of all kinds, by code. */
export const TYPES = Object.keys(EVENT_TYPE).filter(isSent);

/** The kinds of events that open a record, and the kind of the record. */
const OPENS: Partial<Record<TypeName, RequestSubject['type']>> = { RESULT: 'result', CARE_PLAN: 'care-plan' };

/** The patient's records that an event of this kind can open. */
export const opened = (type: TypeName, records: readonly RequestSubject[]): RequestSubject[] =>
  records.filter((record) => record.type === OPENS[type]);

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
  /** Id of the result or care plan that it opens; empty: it opens itself. */
  linkId: string;
}

export const EMPTY: TypedEvent = {
  type: 'GENERAL',
  eventTitle: '',
  eventLine: '',
  details: '',
  isUrgent: false,
  linkId: '',
};

type Key = 'event.nameRequired' | 'event.contentRequired';

/** What must be there to send an event. */
export function eventSchema(t: Translate<Key>) {
  return yup.object({
    eventTitle: yup.string().trim().required(t('event.nameRequired')),
    eventLine: yup.string().trim().required(t('event.contentRequired')),
  });
}

/** What is sent for what was typed. Without a word on it, the status is the one that the server gives the type. */
export function toNewEvent(typed: TypedEvent, records: readonly RequestSubject[]): NewEvent {
  const { type, eventTitle, eventLine, details, isUrgent, linkId } = typed;
  return {
    type: EVENT_TYPE[type],
    name: eventTitle.trim(),
    content: eventLine.trim(),
    ...(details.trim() && { content2: details.trim() }),
    ...(isUrgent && { status: 'URGENT' }),
    // What was chosen for another kind is not meant any more.
    ...(opened(type, records).some(({ id }) => id === linkId) && { linkId }),
  };
}
