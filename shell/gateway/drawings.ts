import type { NavigationEntry, PublishedEntry, Stroke } from 'shared-ui/contract';
import { hasCode, PlainError } from './plain-error.ts';

interface IconModule {
  __iconData?: { node?: [shape: Stroke['shape'], attributes: Record<string, string>][] };
}

/** An icon of lucide as strokes. Throws PlainError when there is none of that name. */
async function drawingOf(icon: string): Promise<Stroke[]> {
  const { __iconData }: IconModule = await import(`lucide-react/icons/${icon}`).catch((thrown: unknown) => {
    if (hasCode(thrown, 'ERR_MODULE_NOT_FOUND')) throw new PlainError(`There is no lucide icon called "${icon}".`);
    throw thrown;
  });
  return (__iconData?.node ?? []).map(([shape, { key: _key, ...attributes }]) => ({ shape, attributes }));
}

/**
 * The entries with their icons drawn. It is done when they are published: a page that fetched icons by name would need a
 * file for each of the two thousand that there are, with a hash, on every phone.
 */
export function drawn(navigation: readonly NavigationEntry[]): Promise<PublishedEntry[]> {
  return Promise.all(navigation.map(async (entry) => ({ ...entry, drawing: await drawingOf(entry.icon) })));
}
