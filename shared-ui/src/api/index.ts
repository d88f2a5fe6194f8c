export type {
  AuditEntry,
  CareEvent,
  CarePlan,
  EventStatus,
  Insights,
  InterestSignUp,
  Me,
  Media,
  Notification,
  Observation,
  Profile,
  Registration,
  Result,
  SessionAnswer,
  SessionState,
  Story,
  StorySeries,
  StoryStepPlayed,
  Supporter,
  SupporterInvite,
  SupporterPermissions,
  SupportRequest,
} from 'mock-api/contract';
export * from './accounts.ts';
export { fetchAccessLog } from './audit.ts';
export { EVENT_TYPE, RESULT_TYPE, STATUS_EXPIRED } from './codes.ts';
export { ApiFailure, type FailureKind } from './failure.ts';
export * from './records.ts';
export { hasOutlasted, SESSION_MAX_MS, seenAt, wipeLeftBehind, wipeSeen } from './seen.ts';
export * from './sessions.ts';
export * from './timeline.ts';
export { forgetToken, savedToken, saveToken, TOKEN_KEY } from './token.ts';
export { type MediaFile, type MediaFiles, useMediaFiles } from './useMediaFiles.ts';
