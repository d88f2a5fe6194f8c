export type { Brand } from './brand.ts';
export { isObject, ShapeError } from './check.ts';
export { checkFeature, type FeatureRemote, type FeatureSlots } from './feature.ts';
export { parseRemoteManifest, type RemoteManifest } from './manifest.ts';
export { type PublishedVersion, parseRegistry, type Registry, type RegistryEntry } from './registry.ts';
export type { RuntimeConfig } from './runtime.ts';
export {
  checkSurvey,
  SURVEY_KINDS,
  type SurveyAnswer,
  type SurveyContext,
  type SurveyKind,
  type SurveyReceipt,
  type SurveyRemote,
} from './survey.ts';
