import type { NavigationEntry, PublishedEntry, Stroke } from 'shared-ui/contract';
import { hasCode, PlainError } from '../common/plain-error.ts';

interface IconModule {
  __iconData?: { node?: [shape: Stroke['shape'], attributes: Record<string, string>][] };
}

/** Returns a lucide icon as strokes. Throws PlainError if there is no such icon. */
async function drawingOf(icon: string): Promise<Stroke[]> {
  const { __iconData }: IconModule = await import(`lucide-react/icons/${icon}`).catch((thrown: unknown) => {
    if (hasCode(thrown, 'ERR_MODULE_NOT_FOUND')) throw new PlainError(`There is no lucide icon called "${icon}".`);
    throw thrown;
  });
  return (__iconData?.node ?? []).map(([shape, { key: _key, ...attributes }]) => ({ shape, attributes }));
}

/**
 * Returns the entries with their icons drawn. Icons are drawn at publish time: fetching them by name would need a
 * hashed file for each of the two thousand icons on every phone.
 */
export function drawn(navigation: readonly NavigationEntry[]): Promise<PublishedEntry[]> {
  return Promise.all(navigation.map(async (entry) => ({ ...entry, drawing: await drawingOf(entry.icon) })));
}
