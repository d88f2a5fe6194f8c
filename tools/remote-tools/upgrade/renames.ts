/** A public name of the platform that has another name or entry now, or was removed. */
export interface Rename {
  /** First version of shared-ui without the old name. */
  since: string;
  entry: string;
  name: string;
  /** Where it is now; undefined if it was removed. */
  now?: { entry: string; name: string };
  /** What to do if it was removed, or if the new name is not enough. */
  hint?: string;
}

type Names = Record<string, string>;

/** Returns names of one entry that got other names: old -> new. */
const renamed = (since: string, entry: string, names: Names): Rename[] =>
  Object.entries(names).map(([name, now]) => ({ since, entry, name, now: { entry, name: now } }));

/** Returns names that moved from the root to another entry. */
const moved = (since: string, entry: string, ...names: string[]): Rename[] =>
  names.map((name) => ({ since, entry: 'shared-ui', name, now: { entry, name } }));

/** Returns names that were removed: name -> what to do. */
const removed = (since: string, entry: string, hints: Names): Rename[] =>
  Object.entries(hints).map(([name, hint]) => ({ since, entry, name, hint }));

/** All changed names, oldest first. Builds before a release may have had its old names under the same version. */
export const RENAMES: readonly Rename[] = [
  ...renamed('2.0.0', 'shared-ui', {
    callOrSeen: 'readThrough',
    seenAt: 'cachedAt',
    useFresh: 'useEnsureLoaded',
    useStoreLater: 'useDeferredStore',
    widenSession: 'upgradeSession',
  }),
  ...removed('2.0.0', 'shared-ui/forms', {
    KeepValues: 'Use <KeepDraft draft={…}/> with a draft of createDraft.',
    useKeptValues: 'Use createDraft and useDraft.',
    forgetValues: 'Use createDraft: a draft has forget().',
  }),
  ...moved('2.7.0', 'shared-ui/details', 'AskHospital', 'Facts'),
  ...moved('2.7.0', 'shared-ui/contract', 'OWN_PROFILE', 'requestPaths'),
  ...moved('2.9.0', 'shared-ui/details', 'NotShared', 'useChange'),
  ...moved('2.9.0', 'shared-ui/forms', 'idleMinutes', 'returnPathOf'),
  ...removed('2.9.0', 'shared-ui', { reloadTimeline: 'Use requestRefresh.' }),
  ...removed('2.8.0', 'shared-ui/api', { PhoneCountries: 'Read textCountries of runtimeConfig().' }),
];
