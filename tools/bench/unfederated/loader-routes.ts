import { loaderFor } from './built-in.ts';

/** Puts each remote into separate chunks; the bench finds the scripts a route needs first by the chunks' names. */
export const { candidates, failureFrom, loadFirst } = loaderFor({
  onboarding: () => import(/* webpackChunkName: "onboarding" */ 'onboarding-mfe/src/feature.tsx'),
  timeline: () => import(/* webpackChunkName: "timeline" */ 'timeline-mfe/src/feature.tsx'),
  records: () => import(/* webpackChunkName: "records" */ 'records-mfe/src/feature.tsx'),
  surveys: () => import(/* webpackChunkName: "surveys" */ 'surveys-mfe/src/survey.tsx'),
});
