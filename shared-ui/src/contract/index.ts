/**
 * Entry `shared-ui/contract`: what shell, gateway and remotes agree on: manifests, registry, routes and surveys.
 * @module
 */
export {
  type AttentionFields,
  isUnreadReply,
  needsAttention,
  OWN_PROFILE,
  type ReplyFields,
} from './events.ts';
export { passOver } from './form.ts';
export {
  type Activation,
  type Canary,
  type PublishedVersion,
  parseRegistry,
  type Registry,
  type RegistryEntry,
  type Signature,
  type Trust,
} from './registry.ts';
export {
  type ChunkNeeds,
  checkFeature,
  type Declaration,
  type FeatureRemote,
  type FeatureSlots,
  parseRemoteManifest,
  type RemoteManifest,
} from './remote-manifest.ts';
export {
  type NavigationEntry,
  type NavigationPlace,
  navigationIn,
  type PublishedEntry,
  type Stroke,
} from './routes/navigation.ts';
export { appointmentsPath, planPath, questionPath, recordPaths, requestPaths, STATUS_EXPIRED } from './routes/paths.ts';
export { type Claims, type Guard, leadsTo, type Owner, ownerOf, type RemoteRoute, routeAt } from './routes/routes.ts';
export {
  type Brand,
  type DevError,
  type DevState,
  type EmailFormat,
  isEmail,
  LONG_PASSWORD,
  meetsPasswordRule,
  type PasswordRule,
  type RunTimeError,
  type RuntimeConfig,
  telephoneOf,
  type Visitors,
} from './runtime.ts';
export { isObject, ShapeError } from './schema/check.ts';
export { isPlainName, replaceLinks } from './schema/links.ts';
export { areaOfEvent, OPENS, type SharedArea, sharesAnything } from './sharing.ts';
export {
  checkSurvey,
  SURVEY_KINDS,
  type SurveyAnswer,
  type SurveyContext,
  type SurveyKind,
  type SurveyReceipt,
  type SurveyRemote,
} from './survey.ts';
