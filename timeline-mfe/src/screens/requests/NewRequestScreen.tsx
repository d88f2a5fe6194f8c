import type { About, Medications, NewRequest } from 'mock-api/contract';
import { useLocation } from 'react-router-dom';
import {
  EmptyState,
  ensureRecords,
  PanelScreen,
  readThrough,
  Skeleton,
  Stack,
  type Store,
  useEnsureLoaded,
  useLoad,
  useLocale,
  useProfile,
  useStore,
  useText,
} from 'shared-ui';
import { EmergencyNote } from 'shared-ui/details';
import { words } from '../../words-requests.ts';
import { REQUEST_KINDS, RequestForm } from './RequestForm.tsx';
import { useRequests } from './useRequests.ts';

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
async function fetchRecordTitle(profileId: number, type: string, id: string): Promise<string | undefined> {
  const items = Object.hasOwn(ITEMS, type) ? await ITEMS[type]?.(`v1/profiles/${profileId}`) : undefined;
  return items?.find((item) => item.id === id)?.name;
}

/** `/profile/:profileId/requests/new`: asks the hospital about the subject named in the URL. */
export default function NewRequestScreen() {
  const t = useText(words);
  const profile = useProfile();
  const requested = requestedSubject(useLocation().search);
  const title = useSubjectTitle(profile.id, requested.about);
  // Users who may not ask learn this before they type. Offline, the form is shown: it keeps what is typed.
  const { state, refusal } = useRequests(profile.id);
  useEnsureLoaded(ensureRecords);
  if (refusal !== null) {
    return (
      <PanelScreen title={t('form.title')}>
        <EmptyState title={t('list.refused')} text={refusal} />
      </PanelScreen>
    );
  }
  return (
    <PanelScreen title={t('form.title')}>
      <Stack $gap={16}>
        <EmergencyNote />
        {title && <strong>{t('item.about', { title })}</strong>}
        {state === 'loading' ? (
          <Skeleton label={t('form.title')} />
        ) : (
          <RequestForm profileId={profile.id} {...requested} />
        )}
      </Stack>
    </PanelScreen>
  );
}

/** The subject of a request: an event, a result, a care plan or an item of the hospital's record. */
type RequestAbout = NonNullable<NewRequest['about']>;

/** Parses the URL's query: the kind (defaults to a question) and the subject. */
function requestedSubject(search: string): Pick<NewRequest, 'kind' | 'about'> {
  const given = new URLSearchParams(search);
  const kind = REQUEST_KINDS.find((known) => known === given.get('kind')) ?? 'question';
  const [type, id] = [given.get('type'), given.get('id')];
  return type && id ? { kind, about: { type, id } } : { kind };
}

const TYPES_IN_STORE: readonly string[] = ['event', 'result', 'care-plan'];

function titleIn({ events, records }: Store, { type, id }: RequestAbout): string | undefined {
  if (type === 'result') return records.results.find((result) => result.id === id)?.name;
  if (type === 'care-plan') return records.carePlans.find((plan) => plan.id === id)?.data.title;
  return events.list.find((event) => event.id === id)?.name;
}

/** Returns the subject's title, or undefined if there is no subject or it can't be loaded. */
function useSubjectTitle(profileId: number, about: RequestAbout | undefined): string | undefined {
  const locale = useLocale();
  const isInStore = about !== undefined && TYPES_IN_STORE.includes(about.type);
  const known = useStore((state) => (isInStore ? titleIn(state, about) : undefined));
  const { value } = useLoad(
    async () => (about && !isInStore ? fetchRecordTitle(profileId, about.type, about.id) : undefined),
    [profileId, about?.type, about?.id, locale],
  );
  return known ?? value;
}
