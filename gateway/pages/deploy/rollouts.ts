import type { Trust } from 'shared-ui/contract';
import { type Act, readHistory } from '../../registry/history.ts';
import { isDevVersion, readRegistry } from '../../registry/registry.ts';
import { emptyCounts, type Tally, totalOf, type VersionSeries } from '../../rollout/health/counts.ts';
import { readAllCounts, readAllSeries } from '../../rollout/health/files.ts';
import { readHealth, type Verdict } from '../../rollout/health/verdict.ts';
import { type Entry, fallbackFor, type VersionHealth, versionHealthOf } from '../../rollout/versions/entry.ts';
import { mayPublish } from '../../trust/teams.ts';

/** What a version is used for. */
export type Role = 'active' | 'trial' | 'fallback' | 'unused' | 'revoked';

export interface VersionRow {
  version: string;
  role: Role;
  /** Percent of browsers; only on trial. */
  share?: number;
  /** Whether it was rolled back or withdrawn, and not activated since. */
  isGivenUp: boolean;
  isDev: boolean;
  /** Its first publication in the history; undefined if that isn't recorded. */
  published?: { who: string; at: string };
  /** Undefined for the shell and for revoked versions. */
  trust?: Trust;
  team?: string;
  verdict: Verdict;
  tally: Tally;
  series: VersionSeries;
}

/** What is published of a remote, or of "shell". */
export interface Rollout {
  name: string;
  /** In use first, then the newest. */
  versions: VersionRow[];
  /** Newest first. */
  acts: Act[];
  isAllowed: boolean;
  /** Whether there is a trial to end, or a version to return to. */
  canRollBack: boolean;
  /** Whether pages report how it performs. */
  isMeasured: boolean;
}

export interface Rollouts {
  revision: number;
  /** By name; the shell is last. */
  rollouts: Rollout[];
}

/** In use first. */
const ROLES: readonly Role[] = ['active', 'trial', 'fallback', 'unused', 'revoked'];

export const inRole = ({ versions }: Rollout, role: Role): VersionRow | undefined =>
  versions.find((row) => row.role === role);

/** Returns the numbers of a remote's versions, also of those that only the history names: the shell's, and revoked ones. */
function versionNames({ active, previous, canary, versions, revoked = [] }: Entry, acts: Act[]): string[] {
  const listed = versions === undefined ? acts.map(({ version }) => version) : Object.keys(versions);
  const all = [active, previous, canary?.version, ...listed, ...revoked];
  return [...new Set(all.filter((version) => version !== undefined))];
}

function roleOf({ active, previous, canary, revoked = [] }: Entry, version: string): Role {
  if (version === active) return 'active';
  if (version === canary?.version) return 'trial';
  if (revoked.includes(version)) return 'revoked';
  return version === previous ? 'fallback' : 'unused';
}

interface Sources {
  entry: Entry;
  acts: Act[];
  health: VersionHealth;
  tallies: (remote: string) => Tally;
  series: (remote: string) => VersionSeries;
}

function rowOf(name: string, version: string, { entry, acts, health, tallies, series }: Sources): VersionRow {
  const role = roleOf(entry, version);
  const listed = Object.hasOwn(entry.versions ?? {}, version) ? entry.versions?.[version] : undefined;
  const first = acts.find(
    ({ what, version: other }) => other === version && (what === 'published' || what === 'shared'),
  );
  return {
    version,
    role,
    isGivenUp: health.givenUp.has(version),
    isDev: isDevVersion(version),
    verdict: health.verdict(version),
    tally: tallies(`${name}@${version}`),
    series: series(`${name}@${version}`),
    ...(role === 'trial' && entry.canary ? { share: entry.canary.share } : {}),
    ...(first ? { published: { who: first.who, at: first.at } } : {}),
    ...(listed ? { trust: listed.trust ?? 'sandboxed' } : {}),
    ...(listed?.signature ? { team: listed.signature.team } : {}),
  };
}

const byNumber = new Intl.Collator('en', { numeric: true });

function inOrder(rows: VersionRow[]): VersionRow[] {
  const rank = ({ role }: VersionRow) => ROLES.indexOf(role === 'revoked' ? 'unused' : role);
  return rows.sort((one, other) => rank(one) - rank(other) || byNumber.compare(other.version, one.version));
}

/**
 * Reads what the page shows from the deploy root.
 * @param remotes names of the remotes that the session's team may act on
 * @throws PlainError when the registry is broken
 */
export async function readRollouts(root: string, remotes: readonly string[]): Promise<Rollouts> {
  const registry = await readRegistry(root);
  const [counts, series, verdictOn] = await Promise.all([readAllCounts(root), readAllSeries(root), readHealth(root)]);
  const entries: [string, Entry][] = Object.entries(registry.remotes).sort(([one], [other]) =>
    one.localeCompare(other),
  );
  if (registry.shell !== undefined) entries.push(['shell', registry.shell]);
  const rollouts = entries.map(async ([name, entry]): Promise<Rollout> => {
    const [acts, known] = await Promise.all([readHistory(root, name), versionHealthOf(root, name)]);
    const health = { ...known, verdict: (version: string) => verdictOn(name, version) };
    const sources: Sources = {
      entry,
      acts,
      health,
      tallies: (remote) => totalOf(counts[remote] ?? emptyCounts()),
      series: (remote) => series[remote] ?? {},
    };
    return {
      name,
      versions: inOrder(versionNames(entry, acts).map((version) => rowOf(name, version, sources))),
      acts: acts.toReversed(),
      isAllowed: mayPublish({ remotes: [...remotes] }, name),
      canRollBack: entry.canary !== undefined || fallbackFor(health, entry, entry.active) !== undefined,
      isMeasured: name !== 'shell',
    };
  });
  return { revision: registry.revision, rollouts: await Promise.all(rollouts) };
}
