import type { SurveyDelivered } from 'mock-api/contract';
import { call } from 'shared-ui';

/** Reports the receipt that the recorder gave for a survey of the signed-in person. The same receipt counts once. Throws ApiFailure. */
export const reportSurveyDelivered = (delivered: SurveyDelivered) =>
  call<void>('post', 'v1/survey-receipts', delivered);
