/** End-to-end tests of a remote in its own repository, against `lodestar-shell`. */

export { type Message, messagesTo } from '../support/hospital/api.ts';
export { breakCamera, giveCamera, holdUp } from '../support/phone/page-camera.ts';
export { ACCOUNTS, type Account } from './accounts.ts';
export { deskOf, eventOf, homeOf, resultOf } from './pages.ts';
export {
  makePatient,
  moveStory,
  type NewEvent,
  type Patient,
  type RecordedSurvey,
  recordedAnswers,
  replyToRequest,
  sendEvent,
} from './patients.ts';
export { signIn } from './sign-in.ts';
export { type RunningShell, startShell } from './start-shell.ts';
