import type { SessionState } from 'mock-api/contract';
import { call } from 'shared-ui';

/** Fetches when this session ends, by the server's clock. Does not extend the session. Throws ApiFailure. */
export const sessionState = () => call<SessionState>('get', 'v1/sessions');

/** Extends the session's idle timeout. Returns when the session ends now. Throws ApiFailure. */
export const extendSession = () => call<SessionState>('post', 'v1/sessions/extend');
