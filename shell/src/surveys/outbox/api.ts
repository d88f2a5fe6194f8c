import type { SurveyDelivered } from 'mock-api/contract';
import { call } from 'shared-ui';

/** Reports the recorder's receipt for a survey of the signed-in user. Idempotent per receipt. Throws ApiFailure. */
export const reportSurveyDelivered = (delivered: SurveyDelivered) =>
  call<void>('post', 'v1/survey-receipts', delivered);
