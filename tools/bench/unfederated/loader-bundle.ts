import onboarding from 'onboarding-mfe/src/feature.tsx';
import records from 'records-mfe/src/feature.tsx';
import surveys from 'surveys-mfe/src/survey.tsx';
import timeline from 'timeline-mfe/src/feature.tsx';
import { loaderFor } from './built-in.ts';

/** Bundles everything in one file. */
export const { candidates, failureFrom, loadFirst } = loaderFor({
  onboarding: async () => ({ default: onboarding }),
  timeline: async () => ({ default: timeline }),
  records: async () => ({ default: records }),
  surveys: async () => ({ default: surveys }),
});
