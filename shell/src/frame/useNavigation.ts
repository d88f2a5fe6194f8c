import { type NavigationLink, type Store, useLocale, useStore } from 'shared-ui';
import { type NavigationPlace, navigationIn } from 'shared-ui/contract';
import { claimsOfPage } from '../remotes/registry.ts';
import { verdictOf } from '../session/guards.tsx';
import { ownerAt } from './areas.ts';

/** Whether the person may open what stands at a path. */
function isOpen(path: string, state: Store): boolean {
  const owner = ownerAt(path);
  return owner !== undefined && verdictOf(owner.guard, state, path) === null;
}

/** The links that remotes declare for a place, in the language in use: those that the person may follow. */
export function useNavigation(place: NavigationPlace): NavigationLink[] {
  const locale = useLocale();
  const entries = navigationIn(claimsOfPage(), place);
  // As a text, so that a change of the store that opens or closes nothing draws nothing anew.
  const open = useStore((state) => entries.map(({ path }) => (isOpen(path, state) ? 'y' : 'n')).join(''));
  return entries
    .filter((_entry, index) => open[index] === 'y')
    .map(({ path, label, drawing }) => ({ path, label: label[locale], drawing }));
}
