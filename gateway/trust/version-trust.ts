import { PlainError } from 'server-kit/plain-error';
import type { Declaration, PublishedVersion, Registry, RegistryEntry } from 'shared-ui/contract';
import { sign, statementOf, verify } from './signature.ts';
import type { SigningKey } from './signing-key.ts';
import { mayHaveSigned, type Teams, teamIn } from './teams.ts';

/** The only contract whose remotes can run in a separate frame; sandboxed versions may implement no other. */
export const SANDBOXED_CONTRACT = 'survey@1';

/** Returns a version as the registry lists it: signed by the team with this key, or sandboxed without one. */
export function withTrust(
  { name, version }: Pick<Declaration, 'name' | 'version'>,
  { manifest, integrity, ...more }: PublishedVersion,
  key: SigningKey | undefined,
): PublishedVersion {
  if (key === undefined) return { manifest, integrity, trust: 'sandboxed', ...more };
  const value = sign(statementOf(name, version, integrity), key.privateKey);
  return { manifest, integrity, trust: 'trusted', signature: { team: key.team, value }, ...more };
}

/**
 * @param routes what the version claims, by its declaration or its name
 * @throws PlainError for an unsigned version that can't be sandboxed: its contract is another one, or it claims paths
 */
export function checkSandboxable(
  { name, version, contract }: Pick<Declaration, 'name' | 'version' | 'contract'>,
  routes: readonly unknown[] = [],
): void {
  const sign = `sign it with a team's key, publish-remote … --key FILE (npm run keys -- --help says how to get one)`;
  if (contract !== SANDBOXED_CONTRACT) {
    const problem = `implements ${contract}, and a sandboxed version may implement ${SANDBOXED_CONTRACT} only`;
    throw new PlainError(`${name} ${version} ${problem}: ${sign}.`);
  }
  if (routes.length > 0)
    throw new PlainError(`${name} ${version} claims screens, which a sandboxed version may not: ${sign}.`);
}

/** Returns whether an unsigned version claims screens: no page runs such a version, published before signatures. */
export function isUnsignedFeature({ trust, routes = [] }: PublishedVersion): boolean {
  return trust !== 'trusted' && routes.length > 0;
}

/**
 * @param entry the remote's current registry entry
 * @throws PlainError when an unsigned version would become active for a remote with screens: no page would run it, and
 * the screens would disappear
 */
export function refuseUnsignedScreens(
  entry: RegistryEntry | undefined,
  name: string,
  version: string,
  published: PublishedVersion,
): void {
  const { active = '', versions = {} } = entry ?? {};
  const hasScreens = versions[active]?.trust === 'trusted' && (versions[active].routes ?? []).length > 0;
  if (published.trust === 'trusted' || !(hasScreens || isUnsignedFeature(published))) return;
  throw new PlainError(
    `${name} ${version} is signed by no team, so no page would show the screens of ${name}: publish it again with a team's key, publish-remote … --key FILE.`,
  );
}

/** Returns what is wrong with a version's trust and signature; undefined if nothing is. */
function faultOf(name: string, version: string, published: PublishedVersion, teams: Teams): string | undefined {
  const { trust, signature, integrity } = published;
  if (signature === undefined) return trust === 'trusted' ? 'is missing, and "trust" is "trusted"' : undefined;
  if (trust !== 'trusted') return 'is set, but "trust" is not "trusted"';
  const team = teamIn(teams, signature.team);
  if (team === undefined) return `is by ${signature.team}, a team that the gateway does not know`;
  if (!mayHaveSigned(team, name)) return `is by team ${signature.team}, which may not publish ${name}`;
  const holds = verify(statementOf(name, version, integrity), signature.value, team.publicKey);
  return holds ? undefined : `is not team ${signature.team}'s for this name, version and integrity`;
}

/**
 * Checks every version of a registry: a trusted one must have a valid signature of a team that may publish the remote,
 * and no other may have a signature.
 * @param file the registry's name in the message
 * @throws PlainError that names every version that fails
 */
export function checkSignatures({ remotes }: Registry, teams: Teams, file: string): void {
  const faults = Object.entries(remotes).flatMap(([name, { versions }]) =>
    Object.entries(versions).flatMap(([version, published]) => {
      const fault = faultOf(name, version, published, teams);
      return fault === undefined ? [] : [`"remotes.${name}.versions.${version}.signature" ${fault}`];
    }),
  );
  if (faults.length > 0) throw new PlainError(`${file}: ${faults.join('; ')}`);
}
