import type { Declaration, PublishedVersion, RegistryEntry } from 'shared-ui/contract';
import { PlainError } from '../common/plain-error.ts';
import { sign, statementOf } from './signature.ts';
import type { SigningKey } from './signing-key.ts';

/** The only contract whose remotes run in a separate frame; versions that no team has signed may keep no other. */
export const GUEST_CONTRACT = 'survey@1';

/** Returns a version as the registry lists it: signed by the team with this key, or a guest's without one. */
export function withTrust(
  { name, version }: Pick<Declaration, 'name' | 'version'>,
  { manifest, integrity, ...more }: PublishedVersion,
  key: SigningKey | undefined,
): PublishedVersion {
  if (key === undefined) return { manifest, integrity, trust: 'guest', ...more };
  const value = sign(statementOf(name, version, integrity), key.privateKey);
  return { manifest, integrity, trust: 'house', signature: { team: key.team, value }, ...more };
}

/**
 * Throws PlainError when a version that no team has signed exceeds the rights of a guest: guests keep one contract, and
 * claim no path of the page.
 * @param routes what the version claims, by its declaration or its name
 */
export function refuseAsGuest(
  { name, version, contract }: Pick<Declaration, 'name' | 'version' | 'contract'>,
  routes: readonly unknown[] = [],
): void {
  const sign = `sign it with a team's key, publish-remote … --key FILE (npm run keys -- --help says how to get one)`;
  if (contract !== GUEST_CONTRACT) {
    throw new PlainError(`${name} ${version} keeps ${contract}, and a guest may keep ${GUEST_CONTRACT} only: ${sign}.`);
  }
  if (routes.length > 0) throw new PlainError(`${name} ${version} claims screens, which a guest may not: ${sign}.`);
}

/** Returns whether an unsigned version claims screens: no page runs such a version, published before signatures. */
export function isUnsignedFeature({ trust, routes = [] }: PublishedVersion): boolean {
  return trust !== 'house' && routes.length > 0;
}

/**
 * Throws PlainError when an unsigned version would become active for a remote with screens: no page would run it, and
 * the screens would disappear.
 * @param entry the remote's current registry entry
 */
export function refuseGuestAsHouse(
  entry: RegistryEntry | undefined,
  name: string,
  version: string,
  published: PublishedVersion,
): void {
  const { active = '', versions = {} } = entry ?? {};
  const hasScreens = versions[active]?.trust === 'house' && (versions[active].routes ?? []).length > 0;
  if (published.trust === 'house' || !(hasScreens || isUnsignedFeature(published))) return;
  throw new PlainError(
    `${name} ${version} is signed by no team, so no page would show the screens of ${name}: publish it again with a team's key, publish-remote … --key FILE.`,
  );
}
