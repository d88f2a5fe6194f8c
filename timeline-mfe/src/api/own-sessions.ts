import type { OpenSession, SessionState } from 'mock-api/contract';
import { call } from 'shared-ui';

/** Fetches the signed-in user's sessions, most recently used first. Throws ApiFailure. */
export const fetchOwnSessions = async (): Promise<OpenSession[]> =>
  (await call<SessionState>('get', 'v1/sessions')).sessions;

/** Signs the user out on another device. Throws ApiFailure. */
export const endOwnSession = (id: string) => call<void>('delete', `v1/sessions/${encodeURIComponent(id)}`);
