import type { FeatureRemote } from 'shared-ui/contract';
import { StartScreen } from './screens/start/StartScreen.tsx';

export default {
  contract: 'feature@1',
  routes: [{ path: 'sample-remote/*', element: <StartScreen /> }],
} satisfies FeatureRemote;
