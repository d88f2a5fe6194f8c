import type { PushKey } from 'mock-api/contract';
import { call } from 'shared-ui';

/** Fetches the push key as base64url. Throws ApiFailure, with the code PUSH_OFF if the hospital sends no pushes. */
export const fetchPushKey = async (): Promise<string> => (await call<PushKey>('get', 'v1/push/key')).key;

/** Registers this browser's push subscription, or confirms that it is still valid. Throws ApiFailure. */
export const registerPush = (subscription: PushSubscriptionJSON) =>
  call<void>('post', 'v1/push/subscriptions', subscription);

/** Removes this browser's push subscription. Throws ApiFailure. */
export const unregisterPush = (endpoint: string) => call<void>('delete', 'v1/push/subscriptions', { endpoint });

/** Saves whether notifications may be sent as text messages when no push gets through. Throws ApiFailure. */
export const saveTextNotifications = (textNews: boolean) => call<void>('patch', 'v1/users/me', { textNews });
