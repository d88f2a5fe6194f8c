import type { OpenSession, SessionState } from 'mock-api/contract';
import { call } from 'shared-ui';

/** Where the signed-in person is signed in, the session used last first. Throws ApiFailure. */
export const fetchOwnSessions = async (): Promise<OpenSession[]> =>
  (await call<SessionState>('get', 'v1/sessions')).sessions;

/** Signs the person out on another device. Throws ApiFailure. */
export const endOwnSession = (id: string) => call<void>('delete', `v1/sessions/${encodeURIComponent(id)}`);
