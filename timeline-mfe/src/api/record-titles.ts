import type { About, Medications } from 'mock-api/contract';
import { readThrough } from 'shared-ui';

interface Named {
  id: string;
  name: string;
}

type FetchItems = (profile: string) => Promise<readonly Named[]>;

const about = (profile: string) => readThrough<About>(`${profile}/about`);

/** Items of the hospital's record that requests may be about, by type. */
const ITEMS: Readonly<Record<string, FetchItems>> = {
  medication: async (profile) => (await readThrough<Medications>(`${profile}/medications`)).medications,
  allergy: async (profile) => (await about(profile)).allergies.items,
  condition: async (profile) => (await about(profile)).conditions,
  immunization: async (profile) => (await about(profile)).immunizations,
};

/**
 * Returns the name of an item of a profile's record, or undefined for other types and unknown ids. Throws ApiFailure.
 */
export async function fetchRecordTitle(profileId: number, type: string, id: string): Promise<string | undefined> {
  const items = Object.hasOwn(ITEMS, type) ? await ITEMS[type]?.(`v1/profiles/${profileId}`) : undefined;
  return items?.find((item) => item.id === id)?.name;
}
