import type { NewEvent, RequestSubject } from 'mock-api/contract';
import { EVENT_TYPE, type Translate } from 'shared-ui';
import { yup } from 'shared-ui/forms';

/** Event types that staff can send (docs/product-rules.md#codes). Invitations create the two supporter types. */
export type TypeName = Exclude<keyof typeof EVENT_TYPE, 'SUPPORTER' | 'SUPPORTER_REQUEST'>;

const isSent = (name: string): name is TypeName => name !== 'SUPPORTER' && name !== 'SUPPORTER_REQUEST';

/** Names of all event types that staff can send. */
export const TYPES = Object.keys(EVENT_TYPE).filter(isSent);

/** Event types that open a record, and the type of that record. */
const OPENS: Partial<Record<TypeName, RequestSubject['type']>> = { RESULT: 'result', CARE_PLAN: 'care-plan' };

/** Returns the patient's records that an event of this type can open. */
export const opened = (type: TypeName, records: readonly RequestSubject[]): RequestSubject[] =>
  records.filter((record) => record.type === OPENS[type]);

/** Maximum text lengths that the API accepts. */
export const NAME_LENGTH = 120;
export const CONTENT_LENGTH = 500;
export const DETAILS_LENGTH = 4000;

/** Field names differ from those of the next-step form on the same screen: fields are looked up by name. */
export interface TypedEvent {
  type: TypeName;
  eventTitle: string;
  eventLine: string;
  details: string;
  isUrgent: boolean;
  /** Id of the result or care plan that the event opens. Empty: the event opens itself. */
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

/** Requires a title and a short line. */
export function eventSchema(t: Translate<Key>) {
  return yup.object({
    eventTitle: yup.string().trim().required(t('event.nameRequired')),
    eventLine: yup.string().trim().required(t('event.contentRequired')),
  });
}

/** Converts the form's values into the request body. Unless it is urgent, the server sets the status by type. */
export function toNewEvent(typed: TypedEvent, records: readonly RequestSubject[]): NewEvent {
  const { type, eventTitle, eventLine, details, isUrgent, linkId } = typed;
  return {
    type: EVENT_TYPE[type],
    name: eventTitle.trim(),
    content: eventLine.trim(),
    ...(details.trim() && { content2: details.trim() }),
    ...(isUrgent && { status: 'URGENT' }),
    // Drops a record that was selected for another type.
    ...(opened(type, records).some(({ id }) => id === linkId) && { linkId }),
  };
}
