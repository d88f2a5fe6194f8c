import { type Location, useLocation, useRoutes } from 'react-router-dom';
import { type FeatureRemote, routeAt } from 'shared-ui/contract';
import { featureContract } from '../contracts.ts';
import { claimsOfPage } from '../registry.ts';
import type { LoadedRemote } from '../request.ts';
import { Remote } from './Remote.tsx';

interface RoutesProps {
  name: string;
  loaded: LoadedRemote<FeatureRemote>;
  at: Location | undefined;
}

function Routes({ name, loaded: { module, version }, at }: RoutesProps) {
  const { pathname } = useLocation();
  // The loaded version may be an earlier one than the version that owns the path.
  const declared = claimsOfPage().remotes[name]?.versions[version]?.routes;
  const { mount } = routeAt(at?.pathname ?? pathname, declared) ?? {};
  return useRoutes(mount === undefined ? module.routes : [{ path: mount, children: module.routes }], at);
}

/** Screens of the named remote, whose routes are absolute; `at` overrides the page's own location. */
export function FeatureRoutes({ name, at }: { name: string; at?: Location }) {
  return (
    // Keyed by remote, so that no state carries over to the next one.
    <Remote key={name} name={name} contract={featureContract}>
      {(loaded) => <Routes name={name} loaded={loaded} at={at} />}
    </Remote>
  );
}
