import { type Location, useLocation, useRoutes } from 'react-router-dom';
import { type FeatureRemote, routeAt } from 'shared-ui/contract';
import { featureContract } from './contracts.ts';
import { Remote } from './Remote.tsx';
import { claimsOfPage } from './registry.ts';
import type { LoadedRemote } from './request.ts';

interface RoutesProps {
  name: string;
  loaded: LoadedRemote<FeatureRemote>;
  at: Location | undefined;
}

function Routes({ name, loaded: { module, version }, at }: RoutesProps) {
  const { pathname } = useLocation();
  // The version that got on the page may be an earlier one than the one that owns the path.
  const declared = claimsOfPage().remotes[name]?.versions[version]?.routes;
  const { mount } = routeAt(at?.pathname ?? pathname, declared) ?? {};
  return useRoutes(mount === undefined ? module.routes : [{ path: mount, children: module.routes }], at);
}

/** The screens of the named remote, whose routes have paths from the root; `at` shows another place than the page's own. */
export function FeatureRoutes({ name, at }: { name: string; at?: Location }) {
  return (
    // A slot of its own for every remote: what one of them went through is not the next one's state.
    <Remote key={name} name={name} contract={featureContract}>
      {(loaded) => <Routes name={name} loaded={loaded} at={at} />}
    </Remote>
  );
}
