/** Messages of `GET /api/v1/stream`: what changed and, for clients that ask for it, the content of events. */
import { type Static, Type } from 'typebox';
import { CareEvent } from './care.ts';
import { closed, Nullable, Time } from './parts.ts';

/** Stream events about a thing. The stream also sends `resync`. */
export const CHANGE_KINDS = [
  'event.created',
  'event.updated',
  'event.removed',
  'next.updated',
  'result.created',
  'result.updated',
  'result.removed',
  'record.updated',
  'request.updated',
  'share.updated',
  'account.updated',
  'record-link.updated',
  'session.ended',
] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** Data of a change, as JSON. */
export const StreamData = Type.Object(
  {
    id: Type.String({
      description:
        'The thing that changed: an event, a result, an entry of the record, a request, a supporter, an account (also for its link to a record), a session',
    }),
    profileId: Nullable(Type.Integer({ description: "The number of its profile in the reader's account" })),
    at: Type.Optional(Time),
    reason: Type.Optional(Type.String({ description: 'Of session.ended: the code that the next call would get' })),
    event: Type.Optional(CareEvent),
  },
  closed,
);
export type StreamData = Static<typeof StreamData>;
