/** How news reaches a browser that is closed. */
import { type Static, Type } from 'typebox';
import { closed } from './parts.ts';

export const PushKey = Type.Object(
  { key: Type.String({ description: 'What a browser subscribes with: `applicationServerKey`, as base64url' }) },
  closed,
);
export type PushKey = Static<typeof PushKey>;

const Endpoint = Type.String({ minLength: 1, maxLength: 2000 });

/** What a browser's subscription says of itself (`PushSubscription.toJSON()`). */
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

/** What a push carries, encrypted for the browser: no word of health, and a way to what it is about. */
export interface PushPayload {
  /** What a lock screen shows. */
  title: string;
  /** Its language. */
  lang: string;
  /** Path of the screen that a tap leads to. */
  path: string;
  /** Names the news: the same one is shown once. */
  tag: string;
  /** What asks for attention, over all profiles: the number on the app's icon. */
  badge: number;
}
