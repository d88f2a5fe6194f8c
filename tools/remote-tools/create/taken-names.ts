import { routeOwner, SERVED } from 'gateway/registry/claims';
import { PlainError } from 'server-kit/plain-error';
import type { Registry } from 'shared-ui/contract';
import { isOwnPath } from 'shared-ui/contract/documents';

/** The product's own remotes. */
export const PRODUCT_REMOTES = ['desk', 'onboarding', 'records', 'surveys', 'timeline'];

/** First words of the paths that these claim, besides their names. */
const PRODUCT_PATHS = ['app', 'expired', 'profile'];

/** A running gateway and what is published there. */
export interface Deployment {
  gateway: string;
  registry: Registry;
}

/** Returns why a name is taken in every deployment; undefined if it isn't. */
function takenEverywhere(name: string): string | undefined {
  const path = `/${name}`;
  if (PRODUCT_REMOTES.includes(name)) return 'the product has a remote of that name';
  if (PRODUCT_PATHS.includes(name)) return `${path} belongs to the product`;
  if (isOwnPath(path)) return `${path} belongs to the shell`;
  return SERVED.test(path) ? `${path} belongs to the gateway` : undefined;
}

/** Returns why a name is taken at a gateway; undefined if it isn't. */
function takenAt(name: string, { gateway, registry }: Deployment): string | undefined {
  if (registry.remotes[name] !== undefined) return `${gateway} has a remote of that name`;
  const owner = routeOwner(`/${name}/*`, name, registry) ?? routeOwner(`/${name}`, name, registry);
  return owner && `/${name} belongs to ${owner} at ${gateway}`;
}

/**
 * Throws PlainError with the owner and a free name if a new feature can't have this name: the name is its first path,
 * too. Without a deployment, only the product's own names are known.
 */
export function refuseTakenName(name: string, deployment?: Deployment): void {
  const taken = (one: string) => takenEverywhere(one) ?? (deployment && takenAt(one, deployment));
  const reason = taken(name);
  if (reason === undefined) return;
  const free = [`my-${name}`, `${name}-plus`, `our-${name}`].find((other) => taken(other) === undefined);
  const example = free === undefined ? '' : `, such as "${free}"`;
  throw new PlainError(`"${name}" is taken: ${reason}. Choose another name${example}.`);
}
