export type {
  CareEvent,
  CarePlan,
  EventStatus,
  Notification,
  Observation,
  Profile,
  Result,
  Story,
  StorySeries,
  StoryStepPlayed,
  Supporter,
  SupportRequest,
} from 'mock-api/contract';
export * from './accounts.ts';
export { ApiFailure, type FailureKind } from './failure.ts';
export * from './records.ts';
export * from './sessions.ts';
export * from './timeline.ts';
export { forgetToken, savedToken, saveToken } from './token.ts';
