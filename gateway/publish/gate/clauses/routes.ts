import { PlainError } from 'server-kit/plain-error';
import { routeOwner } from '../../../registry/claims.ts';
import { drawIcons, withRoutes } from '../../../registry/described-version.ts';
import { emptyRegistry } from '../../../registry/registry.ts';
import type { Build } from '../build.ts';
import { type ClauseResult, clauseResult } from '../clause-result.ts';
import type { HostFacts } from '../host-facts.ts';

/** Returns a fault for each navigation icon that can't be drawn. */
async function iconFaults({ declaration }: Build): Promise<string[]> {
  const faults = (declaration.navigation ?? []).map(async (entry, index) => {
    try {
      await drawIcons([entry]);
      return [];
    } catch (thrown) {
      if (thrown instanceof PlainError) return [`"navigation[${index}].icon": ${thrown.message}`];
      throw thrown;
    }
  });
  return (await Promise.all(faults)).flat();
}

/** Checks that no other remote owns the claimed paths, and that the navigation icons can be drawn. */
export async function routesClause(build: Build, { published }: HostFacts): Promise<ClauseResult> {
  const { name, routes } = build.declaration;
  const registry = published?.registry ?? emptyRegistry();
  const claimed = withRoutes(name, { manifest: '', integrity: '', ...(routes && { routes }) }).routes ?? [];
  const taken = claimed.flatMap(({ path }, index) => {
    const holder = routeOwner(path, name, registry);
    return holder === undefined
      ? []
      : [`"routes[${index}].path": ${path} belongs to ${holder} already: choose another`];
  });
  const faults = [...taken, ...(await iconFaults(build))];
  const paths = claimed.map(({ path }) => path).join(', ') || 'none is claimed';
  const unverified =
    published === undefined ? '; whether another remote has them, only a gateway can tell (--gateway)' : '';
  return clauseResult('routes', faults, `${paths}${claimed.length > 0 ? unverified : ''}`);
}
