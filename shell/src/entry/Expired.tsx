import { useRoutes } from 'react-router-dom';
import type { FeatureRemote } from 'shared-ui/contract';
import { OnboardingFrame } from '../frame/OnboardingFrame.tsx';
import { featureContract } from '../remotes/contracts.ts';
import { Remote } from '../remotes/Remote.tsx';

/** Onboarding's routes are relative to /onboarding; here the one for an expired trial stands at the root. */
function ExpiredRoute({ routes }: Pick<FeatureRemote, 'routes'>) {
  const expired = routes.find(({ path }) => path === 'expired');
  return useRoutes(expired ? [{ ...expired, path: '*' }] : []);
}

/** `/expired`: shown by onboarding, in its frame. */
export function Expired() {
  return (
    <OnboardingFrame>
      <Remote name="onboarding" contract={featureContract}>
        {({ module }) => <ExpiredRoute routes={module.routes} />}
      </Remote>
    </OnboardingFrame>
  );
}
