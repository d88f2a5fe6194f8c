import { checkFeature, checkSurvey, type FeatureRemote, type SurveyRemote } from 'shared-ui/contract';

/** A contract with its version ("feature@1"), and the check of what a module must look like to keep it. */
export interface Contract<T> {
  id: string;
  check(module: unknown): T;
}

export const featureContract: Contract<FeatureRemote> = { id: 'feature@1', check: checkFeature };
export const surveyContract: Contract<SurveyRemote> = { id: 'survey@1', check: checkSurvey };
