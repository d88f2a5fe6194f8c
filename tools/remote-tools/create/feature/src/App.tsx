import type { FeatureRemote } from 'shared-ui/contract';
import { CarePlansScreen } from './screens/CarePlansScreen.tsx';

/** The screens, by path. The shell renders them inside its frame. */
export default {
  contract: 'feature@1',
  routes: [{ path: 'sample-remote/*', element: <CarePlansScreen /> }],
} satisfies FeatureRemote;
