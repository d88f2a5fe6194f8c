import compareVersions from 'semver/functions/compare.js';
import { integrityOf } from 'server-kit/disk';
import { PlainError } from 'server-kit/plain-error';
import type { PublishedVersion, Trust } from 'shared-ui/contract';
import { routeOwner } from '../../../registry/claims.ts';
import { drawIcons, withRoutes } from '../../../registry/described-version.ts';
import { REMOTE_MANIFEST } from '../../../registry/manifest.ts';
import { emptyRegistry, isDevVersion, remoteIn } from '../../../registry/registry.ts';
import { completeManifest } from '../../build.ts';
import type { Build } from '../build.ts';
import { type ClauseResult, clauseResult } from '../clause-result.ts';
import type { HostFacts } from '../host-facts.ts';
import { digestOf, KIT_VERSION, parseReceipt, RECEIPT_FILE } from '../receipt.ts';

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

/** Checks that the operator has approved every origin that the remote names: pages can call no other. */
export function connectClause({ declaration }: Build, { published }: HostFacts, trust: Trust): ClauseResult {
  const { name, connect = [] } = declaration;
  if (connect.length === 0) return clauseResult('connect', [], 'it names no other server');
  if (trust === 'sandboxed') {
    const fault = '"connect" names servers, which a sandboxed version can\'t call: remove it, or sign it (--key FILE)';
    return clauseResult('connect', [fault], '');
  }
  const approved = published?.approved;
  if (approved === undefined) {
    const note = `${connect.join(', ')}; whether the operator has approved them, only a gateway can tell (--gateway)`;
    return clauseResult('connect', [], note);
  }
  const faults = connect
    .filter((origin) => approved[name]?.includes(origin) !== true)
    .map(
      (origin) =>
        `"connect": ${origin} is not approved: ask the gateway's operator to run npm run origins -- approve ${name} ${origin}`,
    );
  return clauseResult('connect', faults, `${connect.join(', ')} approved by the operator`);
}

const AGAIN = "run npx conformance FOLDER (npm run conformance -- FOLDER in the product's repository)";

function faultsOf({ declaration, files, receipt: text }: Build): string[] {
  if (text === undefined)
    return [`there is no ${RECEIPT_FILE}: a sandboxed version needs the receipt of the conformance kit: ${AGAIN}`];
  const receipt = parseReceipt(text, RECEIPT_FILE);
  const { name, version, clauses, kit } = receipt;
  if (name !== declaration.name || version !== declaration.version) {
    return [`${RECEIPT_FILE}: "name" and "version" are ${name} ${version}: ${AGAIN}`];
  }
  if (receipt.digest !== digestOf(files)) return [`${RECEIPT_FILE}: "digest" is of other files than these: ${AGAIN}`];
  if (kit < KIT_VERSION) return [`${RECEIPT_FILE}: "kit" is ${kit}, an earlier one than ${KIT_VERSION}: ${AGAIN}`];
  const broken = Object.entries(clauses).filter(([, holds]) => holds !== 'yes');
  const problems = broken.map(([clause, holds]) => (holds === 'no' ? `${clause} failed` : `${clause} was not checked`));
  if (Object.keys(clauses).length === 0) problems.push('it lists no clause');
  return problems.map((what) => `${RECEIPT_FILE}: ${what}: ${AGAIN}`);
}

/** Checks that the conformance kit examined exactly these files and passed every clause. Teams' own code needs none. */
export function receiptClause(build: Build, trust: Trust): ClauseResult {
  if (trust === 'trusted') return clauseResult('receipt', [], "a team's own code needs none");
  try {
    return clauseResult('receipt', faultsOf(build), 'every clause of the conformance kit holds for these files');
  } catch (thrown) {
    if (thrown instanceof PlainError) return clauseResult('receipt', [`${thrown.message}: ${AGAIN}`], '');
    throw thrown;
  }
}
