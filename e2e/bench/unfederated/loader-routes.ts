import { loaderFor } from './built-in.ts';

/** Each remote in chunks of its own; their names are how the bench finds what a route needs first. */
export const { candidates, failureFrom, loadFirst } = loaderFor({
  onboarding: () => import(/* webpackChunkName: "onboarding" */ 'onboarding-mfe/src/feature.tsx'),
  timeline: () => import(/* webpackChunkName: "timeline" */ 'timeline-mfe/src/feature.tsx'),
  records: () => import(/* webpackChunkName: "records" */ 'records-mfe/src/feature.tsx'),
  surveys: () => import(/* webpackChunkName: "surveys" */ 'surveys-mfe/src/survey.tsx'),
});
