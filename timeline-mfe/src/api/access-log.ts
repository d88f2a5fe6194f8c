import type { AuditEntry } from 'mock-api/contract';
import { call } from 'shared-ui';

/** What happened to the signed-in person's data, newest first, in words of the language in use. Throws ApiFailure. */
export const fetchAccessLog = () => call<AuditEntry[]>('get', 'v1/access-log');
