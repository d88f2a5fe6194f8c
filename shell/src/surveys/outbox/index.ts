/**
 * Delivery of surveys to the hospital's recorder, exactly once, whatever happens to the network, the page or the phone
 * in between. Loaded after the first screen (`../load.ts`); screens read its state from the store's slice `delivery`.
 */
export {
  discardUnsent,
  type FinishedSurvey,
  forgetUnsent,
  sendNow,
  sendSurvey,
  startDelivery,
  unsentRead,
} from './delivery.ts';
export { type Draft, draftOf, forgetDraft, keepDraft } from './drafts.ts';
export type { Survey } from './post.ts';
export { type SentSurvey, sentAbout } from './sent.ts';
