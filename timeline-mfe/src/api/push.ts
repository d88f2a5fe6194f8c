import type { PushKey } from 'mock-api/contract';
import { call } from 'shared-ui';

/** What this product's pushes are sent with, as base64url. Throws ApiFailure, PUSH_OFF where none are sent. */
export const fetchPushKey = async (): Promise<string> => (await call<PushKey>('get', 'v1/push/key')).key;

/** Says that this browser takes pushes; again: that it still does. Throws ApiFailure. */
export const registerPush = (subscription: PushSubscriptionJSON) =>
  call<void>('post', 'v1/push/subscriptions', subscription);

/** Says that it takes none any more. Throws ApiFailure. */
export const unregisterPush = (endpoint: string) => call<void>('delete', 'v1/push/subscriptions', { endpoint });

/** Says whether news may come as a text message where no push gets through. Throws ApiFailure. */
export const saveTextNews = (textNews: boolean) => call<void>('patch', 'v1/users/me', { textNews });
