import type { AuditEntry } from 'mock-api/contract';
import { call } from 'shared-ui';

/** Fetches the audit log of the signed-in user's data, newest first, in the current language. Throws ApiFailure. */
export const fetchAccessLog = () => call<AuditEntry[]>('get', 'v1/access-log');
