/**
 * Entry `shared-ui/delivery`: the way of a survey to the hospital's recorder, exactly once, whatever happens to the
 * network, the page or the phone in between. Loaded by the shell after its first screen; what the screens show of it
 * lies in the store's slice `delivery`.
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
export { type Draft, draftOf, keepDraft } from './drafts.ts';
export type { Survey } from './post.ts';
