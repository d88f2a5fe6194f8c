/** The hospital's feed (HL7 v2) as operators see it at the desk. */
import { type Static, Type } from 'typebox';
import { Page } from './desk.ts';
import { Nullable, oneOf, shape, Time } from './parts.ts';

/**
 * `received`: stored, and next in its sender's order to be applied. `aside`: it can't be applied, for the reason beside
 * it. `unused`: nothing is read of messages of this type. `dismissed`: somebody decided that it isn't needed.
 */
export const FEED_STATES = ['received', 'applied', 'aside', 'unused', 'dismissed'] as const;
export const FeedState = oneOf(...FEED_STATES);
export type FeedState = Static<typeof FeedState>;

/**
 * Why a message is put aside (`feed.reason.…` in the locales). `person-unknown`: the person it is about is no patient
 * here. `earlier`: an earlier message of the same person is put aside, and order matters. `internal`: applying it
 * failed. `unreadable`: it can't be decrypted or read any more.
 */
export const FEED_REASONS = ['person-unknown', 'earlier', 'internal', 'unreadable'] as const;
export type FeedReason = (typeof FEED_REASONS)[number];

const count = Type.Integer({ minimum: 0 });

export const DeskFeed = shape({
  lastReceivedAt: Nullable(Time),
  delaySeconds: Type.Integer({
    minimum: 0,
    description: 'How long the oldest message waits to be applied; 0: none does',
  }),
  counts: shape({ received: count, applied: count, aside: count, unused: count, dismissed: count }),
});
export type DeskFeed = Static<typeof DeskFeed>;

export const FeedMessagesQuery = shape({ ...Page.properties, state: Type.Optional(FeedState) });

export const DeskFeedMessage = shape({
  id: Type.String(),
  sender: Type.String({ description: 'Application and facility, such as ADT/NORTH' }),
  type: Type.String({ description: 'Such as ADT^A40' }),
  controlId: Type.String(),
  receivedAt: Time,
  state: FeedState,
  reason: Nullable(Type.String({ description: 'Why it is put aside, in words' })),
  patientId: Nullable(Type.String()),
});
export type DeskFeedMessage = Static<typeof DeskFeedMessage>;
