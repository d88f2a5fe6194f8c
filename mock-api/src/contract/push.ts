/** Push notifications for browsers that are closed. */
import { type Static, Type } from 'typebox';
import { closed } from './parts.ts';

export const PushKey = Type.Object(
  { key: Type.String({ description: 'What a browser subscribes with: `applicationServerKey`, as base64url' }) },
  closed,
);
export type PushKey = Static<typeof PushKey>;

const Endpoint = Type.String({ minLength: 1, maxLength: 2000 });

/** A browser's subscription (`PushSubscription.toJSON()`). */
export const NewPushSubscription = Type.Object(
  {
    endpoint: Endpoint,
    expirationTime: Type.Optional(Type.Union([Type.Number(), Type.Null()])),
    keys: Type.Object(
      {
        p256dh: Type.String({ maxLength: 200, pattern: '^[A-Za-z0-9_-]+$' }),
        auth: Type.String({ maxLength: 100, pattern: '^[A-Za-z0-9_-]+$' }),
      },
      closed,
    ),
  },
  closed,
);
export type NewPushSubscription = Static<typeof NewPushSubscription>;

export const PushEndpoint = Type.Object({ endpoint: Endpoint }, closed);
export type PushEndpoint = Static<typeof PushEndpoint>;

/** Payload of a push, encrypted for the browser: the path of what it is about, and no health information. */
export interface PushPayload {
  /** Text for the lock screen. */
  title: string;
  /** Language of `title`. */
  lang: string;
  /** Path of the screen that a tap opens. */
  path: string;
  /** Identifies the notification, so that it is shown once. */
  tag: string;
  /** Number of items that need attention, over all profiles, for the app icon. */
  badge: number;
}
