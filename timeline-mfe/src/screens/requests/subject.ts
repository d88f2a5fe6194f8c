import type { About, Medications, NewRequest } from 'mock-api/contract';
import { readThrough, type Store, useLoad, useStore } from 'shared-ui';
import { useLanguage } from 'shared-ui/languages';

/** The subject of a request or question: an event, a result, a care plan or an item of the hospital's record. */
export type RequestAbout = NonNullable<NewRequest['about']>;

/** Parses the subject that the query of a form's URL names, if it names one. */
export function subjectIn(search: string): RequestAbout | undefined {
  const given = new URLSearchParams(search);
  const [type, id] = [given.get('type'), given.get('id')];
  return type && id ? { type, id } : undefined;
}

interface Named {
  id: string;
  name: string;
}

type FetchItems = (profile: string) => Promise<readonly Named[]>;

const fetchAbout = (profile: string) => readThrough<About>(`${profile}/about`);

/** Items of the hospital's record that requests may be about, by type. */
const ITEMS: Readonly<Record<string, FetchItems>> = {
  medication: async (profile) => (await readThrough<Medications>(`${profile}/medications`)).medications,
  allergy: async (profile) => (await fetchAbout(profile)).allergies.items,
  condition: async (profile) => (await fetchAbout(profile)).conditions,
  immunization: async (profile) => (await fetchAbout(profile)).immunizations,
};

/**
 * Returns the name of an item of a profile's record, or undefined for other types and unknown ids.
 * @throws ApiFailure
 */
async function fetchRecordTitle(profileId: number, type: string, id: string): Promise<string | undefined> {
  const items = Object.hasOwn(ITEMS, type) ? await ITEMS[type]?.(`v1/profiles/${profileId}`) : undefined;
  return items?.find((item) => item.id === id)?.name;
}

const TYPES_IN_STORE: readonly string[] = ['event', 'result', 'care-plan'];

function titleIn({ events, records }: Store, { type, id }: RequestAbout): string | undefined {
  if (type === 'result') return records.results.find((result) => result.id === id)?.name;
  if (type === 'care-plan') return records.carePlans.find((plan) => plan.id === id)?.data.title;
  return events.list.find((event) => event.id === id)?.name;
}

/** Returns the subject's title, or undefined if there is no subject or it can't be loaded. */
export function useSubjectTitle(profileId: number, about: RequestAbout | undefined): string | undefined {
  const language = useLanguage();
  const isInStore = about !== undefined && TYPES_IN_STORE.includes(about.type);
  const known = useStore((state) => (isInStore ? titleIn(state, about) : undefined));
  const { value } = useLoad(
    async () => (about && !isInStore ? fetchRecordTitle(profileId, about.type, about.id) : undefined),
    [profileId, about?.type, about?.id, language],
  );
  return known ?? value;
}
