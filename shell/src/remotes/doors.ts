import { checkFeature, checkSurvey, type FeatureRemote, type SurveyRemote } from 'shared-ui/contract';
import type { Door } from './loader.ts';

/** Remotes that bring routes. */
export type FeatureName = 'onboarding' | 'timeline' | 'records';
export type RemoteName = FeatureName | 'surveys';

export const featureDoor: Door<FeatureRemote> = { contract: 'feature@1', check: checkFeature };
export const surveyDoor: Door<SurveyRemote> = { contract: 'survey@1', check: checkSurvey };
