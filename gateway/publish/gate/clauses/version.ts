import compareVersions from 'semver/functions/compare.js';
import { integrityOf } from 'server-kit/disk';
import type { PublishedVersion } from 'shared-ui/contract';
import { REMOTE_MANIFEST } from '../../../registry/manifest.ts';
import { isDevVersion, remoteIn } from '../../../registry/registry.ts';
import { completeManifest } from '../../build.ts';
import type { Build } from '../build.ts';
import { type ClauseResult, clauseResult } from '../clause-result.ts';
import type { HostFacts } from '../host-facts.ts';

/** Compares loosely: a local build's version may end with a hash of digits, which strict semver refuses. */
const compare = (one: string, other: string) => compareVersions(one, other, true);

/** Returns the hash that the registry would list for this build. */
function integrityIfPublished({ files }: Build): string {
  const copy = new Map(files);
  return integrityOf(completeManifest(copy, copy.get(REMOTE_MANIFEST)?.toString() ?? '', REMOTE_MANIFEST));
}

/** Returns whether a team has signed exactly this content before. */
export function isAlreadySigned(build: Build, { published }: HostFacts): boolean {
  const { name, version } = build.declaration;
  const same = published && remoteIn(published.registry, name)?.versions[version];
  return same?.trust === 'trusted' && same.integrity === integrityIfPublished(build);
}

const byTeam = (published: PublishedVersion | undefined) =>
  published?.signature === undefined ? '' : ` by team ${published.signature.team}`;

/**
 * Checks that the version is higher than every published one, or that it was published with the same content.
 * @param isStranger whether no key shows that the publisher's team may use the name
 */
export function versionClause(build: Build, { published }: HostFacts, isStranger: boolean): ClauseResult {
  const { name, version } = build.declaration;
  if (published === undefined) {
    return clauseResult(
      'version',
      [],
      `${version}; whether a higher one is published, only a gateway can tell (--gateway)`,
    );
  }
  const entry = remoteIn(published.registry, name);
  const versions = Object.keys(entry?.versions ?? {}).filter((one) => !isDevVersion(one));
  const highest = versions.sort(compare).at(-1);
  const refused = (says: string) => clauseResult('version', [`"version" is ${version}: ${says}`], '');
  if (entry?.revoked?.includes(version)) return refused("it is revoked, and its number can't be used again");
  const same = entry?.versions[version];
  if (same !== undefined) {
    if (same.integrity === integrityIfPublished(build))
      return clauseResult('version', [], `${version} is published with the same content`);
    return refused(
      `${name} ${version} is published already with other content${byTeam(same)}: use a higher version, or another "name" if it is another remote`,
    );
  }
  if (highest === undefined) return clauseResult('version', [], `${version} is the first of ${name}`);
  const owner = entry?.versions[highest]?.signature?.team;
  if (isStranger && owner !== undefined) {
    const fix = 'use another "name", or sign with a key of that team (--key FILE)';
    return clauseResult('version', [`"name" is ${name}, which is taken: team ${owner} publishes it; ${fix}`], '');
  }
  if (compare(version, highest) <= 0) {
    const by = byTeam(entry?.versions[highest]);
    return refused(`${highest} is published${by}: use a higher version, or another "name" if it is another remote`);
  }
  return clauseResult('version', [], `${version} is higher than ${highest}`);
}
