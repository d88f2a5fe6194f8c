import { type Location, useRoutes } from 'react-router-dom';
import type { FeatureRemote } from 'shared-ui/contract';
import { type FeatureName, featureDoor } from './doors.ts';
import { Remote } from './Remote.tsx';

function Routes({ routes, at }: Pick<FeatureRemote, 'routes'> & { at?: Location | undefined }) {
  return useRoutes(routes, at);
}

/** Everything below the route it stands on belongs to the named remote; `at` shows another place than the page's own. */
export function FeatureRoutes({ name, at }: { name: FeatureName; at?: Location }) {
  return (
    // Its own room for every remote: what one of them went through is not the next one's state.
    <Remote key={name} name={name} door={featureDoor}>
      {({ module }) => <Routes routes={module.routes} at={at} />}
    </Remote>
  );
}
