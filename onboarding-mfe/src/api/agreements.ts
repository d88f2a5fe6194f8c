import type { Agreement, AgreementDue } from 'mock-api/contract';
import { call } from 'shared-ui';

/** Agrees to documents, each in the version that was read; the server records the time. Throws ApiFailure. */
export const agreeTo = (documents: AgreementDue[]) => call<Agreement[]>('post', 'v1/agreements', documents);
