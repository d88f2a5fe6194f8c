import type { FormOf } from '../form.ts';
import { ICON, LINK } from '../schema/rules.ts';

/** Places for navigation entries: the side menu, the home screen, the staff desk. */
const PLACES = ['menu', 'home', 'desk'] as const;
export type NavigationPlace = (typeof PLACES)[number];

/** A link to one of its screens that a remote declares. */
export interface NavigationEntry {
  place: NavigationPlace;
  path: string;
  label: { en: string; fr: string };
  /** Name of a lucide icon, e.g. `pill`. */
  icon: string;
  /** Sort key within the place, ascending; need not be consecutive. */
  order: number;
}

const SHAPES = ['path', 'circle', 'ellipse', 'line', 'polygon', 'polyline', 'rect'] as const;

/** One element of an icon in a 24 by 24 box. */
export interface Stroke {
  shape: (typeof SHAPES)[number];
  attributes: Record<string, string>;
}

/** An entry as published in the registry: the icon is inlined, so that pages need not fetch it. */
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

/** Returns the navigation entries for a place from the active versions of a registry, in order. */
export function navigationIn({ remotes }: Navigable, place: NavigationPlace): PublishedEntry[] {
  return Object.values(remotes)
    .flatMap(({ active, versions }) => versions[active]?.navigation ?? [])
    .filter((entry) => entry.place === place)
    .sort((one, other) => one.order - other.order);
}
