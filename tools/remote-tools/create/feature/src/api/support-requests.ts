import { call } from 'shared-ui';
import type { SupportRequest } from 'shared-ui/api';

/** Sends a request to the support team. Throws ApiFailure. */
export const sendSupportRequest = (request: SupportRequest) => call<void>('post', 'v1/support-requests', request);
