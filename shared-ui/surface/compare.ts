/** Specifier of an entry -> exported name -> its signature. */
export type Entries = Record<string, Record<string, string>>;

/** What the package exports, and the version that exports it (`shared-ui/surface.json`). */
export interface Surface {
  version: string;
  entries: Entries;
}

/** The difference between two lists of exports. Names outside the root are followed by their entry. */
interface Difference {
  removed: string[];
  changed: string[];
  added: string[];
  /** Names with new optional members. */
  extended: string[];
}

type Bump = 'major' | 'minor';

const ROOT = 'shared-ui';

function flat(entries: Entries): Map<string, string> {
  return new Map(
    Object.entries(entries).flatMap(([entry, names]) =>
      Object.entries(names).map(([name, signature]) => [entry === ROOT ? name : `${name} (${entry})`, signature]),
    ),
  );
}

const parts = (signature: string | undefined) => (signature === undefined ? [] : signature.split(' '));

export function differenceOf(before: Entries, now: Entries): Difference {
  const [committed, found] = [flat(before), flat(now)];
  const both = [...committed.keys()].filter((name) => found.has(name) && found.get(name) !== committed.get(name));
  const isCompatible = (name: string) =>
    parts(committed.get(name)).every((part) => parts(found.get(name)).includes(part));
  return {
    removed: [...committed.keys()].filter((name) => !found.has(name)),
    changed: both.filter((name) => !isCompatible(name)),
    added: [...found.keys()].filter((name) => !committed.has(name)),
    extended: both.filter(isCompatible),
  };
}

/** Returns what semver requires: major if anything was removed or changed, minor if anything was added. */
export function bumpFor({ removed, changed, added, extended }: Difference): Bump | undefined {
  if (removed.length + changed.length > 0) return 'major';
  return added.length + extended.length > 0 ? 'minor' : undefined;
}

/** Describes the difference in words, one line per kind. */
export function describe(difference: Difference): string[] {
  return (['removed', 'changed', 'added', 'extended'] as const)
    .filter((kind) => difference[kind].length > 0)
    .map((kind) => {
      const bump = kind === 'removed' || kind === 'changed' ? 'major' : 'minor';
      return `${bump}: ${kind} ${difference[kind].join(', ')}`;
    });
}

const numbers = (version: string) => version.split(/[.-]/).slice(0, 3).map(Number);

/** Returns whether a version is another one or later, by their three numbers. */
function isAtLeast(version: string, minimum: string): boolean {
  const [found, required] = [numbers(version), numbers(minimum)];
  const first = found.findIndex((number, place) => number !== required[place]);
  return first === -1 || Number(found[first]) > Number(required[first]);
}

/** Returns the lowest version that a change of this kind may have. */
export function versionAfter(version: string, bump: Bump | undefined): string {
  const [major = 0, minor = 0] = numbers(version);
  if (bump === undefined) return version;
  return bump === 'major' ? `${major + 1}.0.0` : `${major}.${minor + 1}.0`;
}

/** Returns why the exports can't be released as this version, or undefined if they can. */
export function faultOf(committed: Surface, now: Surface): string | undefined {
  const difference = differenceOf(committed.entries, now.entries);
  const minimum = versionAfter(committed.version, bumpFor(difference));
  if (isAtLeast(now.version, minimum)) return undefined;
  const lines = describe(difference);
  return [...lines, `shared-ui must be version ${minimum} or later, but package.json has ${now.version}.`].join('\n');
}
