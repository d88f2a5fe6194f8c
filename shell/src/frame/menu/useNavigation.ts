import { type NavigationLink, type Store, useLocale, useStore } from 'shared-ui';
import { type NavigationPlace, navigationIn } from 'shared-ui/contract';
import { claimsOfPage } from '../../remotes/registry.ts';
import { ownerAt } from '../../session/areas.ts';
import { verdictOf } from '../../session/guards.ts';

/** Whether the user may open a path. */
function isOpen(path: string, state: Store): boolean {
  const owner = ownerAt(path);
  return owner !== undefined && verdictOf(owner.guard, state, path) === null;
}

/** Returns the links that remotes declare for a place and the user may open, in the current language. */
export function useNavigation(place: NavigationPlace): NavigationLink[] {
  const locale = useLocale();
  const entries = navigationIn(claimsOfPage(), place);
  // A string, so that store changes that open or close no link cause no re-render.
  const open = useStore((state) => entries.map(({ path }) => (isOpen(path, state) ? 'y' : 'n')).join(''));
  return entries
    .filter((_entry, index) => open[index] === 'y')
    .map(({ path, label, drawing }) => ({ path, label: label[locale], drawing }));
}
