import { checkFeature, checkSurvey, type FeatureRemote, type SurveyRemote } from 'shared-ui/contract';

/** A contract with its version ("feature@1"), and the check of what a module must look like to keep it. */
export interface Contract<T> {
  id: string;
  check(module: unknown): T;
}

export const featureContract: Contract<FeatureRemote> = { id: 'feature@1', check: checkFeature };
/** The row of the registry that a remote with surveys is published under, part of the contract like `survey@1` itself. */
export const SURVEYS = 'surveys';
export const surveyContract: Contract<SurveyRemote> = { id: 'survey@1', check: checkSurvey };
