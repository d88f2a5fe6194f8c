import type { FormOf } from './form.ts';
import { ICON, LINK } from './rules.ts';

/** Where an entry of navigation may stand: the side menu, the home screen, the desk of the staff. */
const PLACES = ['menu', 'home', 'desk'] as const;
export type NavigationPlace = (typeof PLACES)[number];

/** A link to one of its screens that a remote declares. */
export interface NavigationEntry {
  place: NavigationPlace;
  path: string;
  label: { en: string; fr: string };
  /** Name of an icon of lucide, e.g. `pill`. */
  icon: string;
  /** Entries of a place stand in this order, which is a number of any size. */
  order: number;
}

const SHAPES = ['path', 'circle', 'ellipse', 'line', 'polygon', 'polyline', 'rect'] as const;

/** One element of a drawing in a box of 24 by 24. */
export interface Stroke {
  shape: (typeof SHAPES)[number];
  attributes: Record<string, string>;
}

/** An entry as the registry has it: with its icon drawn, so that no page has to fetch one for it. */
export interface PublishedEntry extends NavigationEntry {
  drawing?: Stroke[];
}

const STROKE: FormOf<Stroke> = {
  kind: 'object',
  required: {
    shape: { kind: 'choice', of: SHAPES },
    attributes: {
      kind: 'map',
      of: { kind: 'text' },
      keys: { pattern: /^(d|c?[xy]|r[xy]?|[xy][12]|width|height|points|fill)$/, says: 'an attribute of geometry' },
    },
  },
  optional: {},
};

export const NAVIGATION_ENTRY: FormOf<NavigationEntry> = {
  kind: 'object',
  required: {
    place: { kind: 'choice', of: PLACES },
    path: { kind: 'text', rule: LINK },
    label: { kind: 'object', required: { en: { kind: 'text' }, fr: { kind: 'text' } }, optional: {} },
    icon: { kind: 'text', rule: ICON },
    order: { kind: 'count' },
  },
  optional: {},
};

export const PUBLISHED_ENTRY: FormOf<PublishedEntry> = {
  ...NAVIGATION_ENTRY,
  optional: { drawing: { kind: 'list', of: STROKE } },
};

interface Navigable {
  remotes: Record<string, { active: string; versions: Record<string, { navigation?: PublishedEntry[] }> }>;
}

/** The entries that the active versions of a registry declare for a place, in their order. */
export function navigationIn({ remotes }: Navigable, place: NavigationPlace): PublishedEntry[] {
  return Object.values(remotes)
    .flatMap(({ active, versions }) => versions[active]?.navigation ?? [])
    .filter((entry) => entry.place === place)
    .sort((one, other) => one.order - other.order);
}
