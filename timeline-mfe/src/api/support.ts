import type { SupportRequest } from 'mock-api/contract';
import { call } from 'shared-ui';

/** Sends the support form, which reaches the support team as a text message. Throws ApiFailure. */
export const sendSupportRequest = (request: SupportRequest) => call<void>('post', 'v1/support-requests', request);
