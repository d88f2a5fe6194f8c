import { checkFeature, checkSurvey, type FeatureRemote, type SurveyRemote } from 'shared-ui/contract';

/** A contract with its version ("feature@1"), and the check of a module against it. */
export interface Contract<T> {
  id: string;
  check(module: unknown): T;
}

export const featureContract: Contract<FeatureRemote> = { id: 'feature@1', check: checkFeature };
/** Registry name of the surveys remote, part of the contract like `survey@1` itself. */
export const SURVEYS = 'surveys';
export const surveyContract: Contract<SurveyRemote> = { id: 'survey@1', check: checkSurvey };
