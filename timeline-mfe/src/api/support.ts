import type { SupportRequest } from 'mock-api/contract';
import { call } from 'shared-ui';

/** Sends the support form: a text message to the support team. Throws ApiFailure. */
export const sendSupportRequest = (request: SupportRequest) => call<void>('post', 'v1/support-requests', request);
