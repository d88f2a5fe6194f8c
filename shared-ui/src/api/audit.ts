import type { AuditEntry, SurveyDelivered } from 'mock-api/contract';
import { call } from './client.ts';

/** What happened to the signed-in person's data, newest first, in words of the language in use. */
export const fetchAccessLog = () => call<AuditEntry[]>('get', 'v1/access-log');

/** The recorder took a survey of the signed-in person and gave this receipt. The same receipt counts once. */
export const reportSurveyDelivered = (delivered: SurveyDelivered) =>
  call<void>('post', 'v1/survey-receipts', delivered);
