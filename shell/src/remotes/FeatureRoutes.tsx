import { useRoutes } from 'react-router-dom';
import type { FeatureRemote } from 'shared-ui';
import { type FeatureName, featureDoor } from './doors.ts';
import { Remote } from './Remote.tsx';

function Routes({ routes }: Pick<FeatureRemote, 'routes'>) {
  return useRoutes(routes);
}

/** Everything below the route it stands on belongs to the named remote. */
export function FeatureRoutes({ name }: { name: FeatureName }) {
  return (
    // Its own room for every remote: what one of them went through is not the next one's state.
    <Remote key={name} name={name} door={featureDoor}>
      {({ module }) => <Routes routes={module.routes} />}
    </Remote>
  );
}
