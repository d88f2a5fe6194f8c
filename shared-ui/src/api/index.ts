export type {
  CareEvent,
  CarePlan,
  EventStatus,
  InterestSignUp,
  Me,
  Notification,
  Observation,
  Profile,
  Registration,
  Result,
  SessionAnswer,
  Story,
  StorySeries,
  StoryStepPlayed,
  Supporter,
  SupportRequest,
} from 'mock-api/contract';
export * from './accounts.ts';
export { EVENT_TYPE, RESULT_TYPE } from './codes.ts';
export { ApiFailure, type FailureKind } from './failure.ts';
export * from './records.ts';
export * from './sessions.ts';
export * from './timeline.ts';
export { forgetToken, savedToken, saveToken } from './token.ts';
