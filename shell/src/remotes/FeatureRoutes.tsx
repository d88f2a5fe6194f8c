import { type Location, useRoutes } from 'react-router-dom';
import type { FeatureRemote } from 'shared-ui/contract';
import { type FeatureName, featureContract } from './contracts.ts';
import { Remote } from './Remote.tsx';

function Routes({ routes, at }: Pick<FeatureRemote, 'routes'> & { at?: Location | undefined }) {
  return useRoutes(routes, at);
}

/** Everything below the route it stands on belongs to the named remote; `at` shows another place than the page's own. */
export function FeatureRoutes({ name, at }: { name: FeatureName; at?: Location }) {
  return (
    // A slot of its own for every remote: what one of them went through is not the next one's state.
    <Remote key={name} name={name} contract={featureContract}>
      {({ module }) => <Routes routes={module.routes} at={at} />}
    </Remote>
  );
}
