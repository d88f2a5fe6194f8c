import type { SessionState } from 'mock-api/contract';
import { call } from 'shared-ui';

/** When this session ends, by the server's clock. Asking does not keep it alive. Throws ApiFailure. */
export const sessionState = () => call<SessionState>('get', 'v1/sessions');

/** Moves the idle end of a session on: the person is still there. Returns when the session ends now. Throws ApiFailure. */
export const extendSession = () => call<SessionState>('post', 'v1/sessions/extend');
