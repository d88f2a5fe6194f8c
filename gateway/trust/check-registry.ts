import type { PublishedVersion, Registry } from 'shared-ui/contract';
import { PlainError } from '../common/plain-error.ts';
import { statementOf, verify } from './signature.ts';
import { mayPublish, type Teams, teamIn } from './teams.ts';

/** Returns what is wrong with a version's trust and signature; undefined if nothing is. */
function faultOf(name: string, version: string, published: PublishedVersion, teams: Teams): string | undefined {
  const { trust, signature, integrity } = published;
  if (signature === undefined) return trust === 'trusted' ? 'is missing, and "trust" is "trusted"' : undefined;
  if (trust !== 'trusted') return 'is set, but "trust" is not "trusted"';
  const team = teamIn(teams, signature.team);
  if (team === undefined) return `is by ${signature.team}, a team that the gateway does not know`;
  if (!mayPublish(team, name)) return `is by team ${signature.team}, which may not publish ${name}`;
  const holds = verify(statementOf(name, version, integrity), signature.value, team.publicKey);
  return holds ? undefined : `is not team ${signature.team}'s for this name, version and integrity`;
}

/**
 * Checks every version of a registry: a trusted one must have a valid signature of a team that may publish the remote,
 * and no other may have a signature. Throws a PlainError that names every version that fails.
 * @param file the registry's name in the message
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
