import FolderHeart from 'lucide-react/icons/folder-heart';
import type { SupporterPermissions } from 'mock-api/contract';
import type { ReactNode } from 'react';
import {
  EmptyState,
  ensureRecords,
  FetchedContent,
  LinkButton,
  loadRecords,
  PanelScreen,
  paths,
  Stack,
  type Store,
  useDeferredStore,
  useDismissOnLeave,
  useEnsureLoaded,
  useProfile,
  useText,
} from 'shared-ui';
import { appointmentsPath, OPENS, recordPaths, type SharedArea } from 'shared-ui/contract';
import { AskHospital, HospitalHeading, MissingContent, NotShared } from 'shared-ui/details';
import { words } from '../words.ts';
import { words as recordWords } from '../words-records.ts';

type Kind = 'results' | 'carePlans';
type RecordOf<K extends Kind> = Store['records'][K][number];

/** The area of what a supporter may see that each kind belongs to, and the type of one in links and requests. */
const KINDS = {
  results: { area: 'results', type: 'result' },
  carePlans: { area: 'care', type: 'care-plan' },
} as const;

/** Returns the heading of all records of a kind, such as "My results". */
function useHeading(kind: Kind): string {
  const t = useText(words);
  const { isOwn, firstName: name } = useProfile();
  return isOwn ? t(`list.${kind}.mine`) : t(`list.${kind}.theirs`, { name });
}

/** Returns the shown profile's records of one kind, newest first, and their state. */
function useRecords<K extends Kind>(kind: K) {
  const profile = useProfile();
  const { loading, [kind]: all } = useDeferredStore(({ records }) => records);
  useEnsureLoaded(ensureRecords);
  const records: readonly RecordOf<K>[] = all;
  return { loading, records: records.filter(({ profileId }) => profileId === profile.id) };
}

interface RecordListProps<K extends Kind> {
  kind: K;
  children(record: RecordOf<K>): ReactNode;
}

/** Screen with the results or care plans of one profile. */
export function RecordList<K extends Kind>({ kind, children }: RecordListProps<K>) {
  const t = useText(words);
  const { firstName: name, permissions } = useProfile();
  const { loading, records } = useRecords(kind);
  const mayRead = !permissions || OPENS[KINDS[kind].area](permissions);
  return (
    <PanelScreen title={useHeading(kind)}>
      <FetchedContent
        loading={loading}
        isEmpty={records.length === 0}
        failed={t(`list.${kind}.failed`)}
        failedText={t('nothingLost')}
        retry={loadRecords}
        empty={
          mayRead ? (
            <EmptyState title={t(`list.${kind}.empty`)} text={t(`list.${kind}.emptyText`)} />
          ) : (
            <NotShared name={name} />
          )
        }
      >
        <Stack as="ul">
          {records.map((record) => (
            <li key={record.id}>{children(record)}</li>
          ))}
        </Stack>
      </FetchedContent>
      <RecordsLink />
    </PanelScreen>
  );
}

interface SingleRecordProps<K extends Kind> extends RecordListProps<K> {
  id: string;
  titleOf(record: RecordOf<K>): string;
}

/** Returns whether a care plan holds the one with this id, among others for the same condition. */
const isMadeOf = (record: RecordOf<Kind>, id: string): boolean =>
  'data' in record && (record.data.sources ?? []).some((source) => source.id === id);

/** Returns the language of a record's title, null for the reader's. */
const titleLanguage = (record: RecordOf<Kind>): string | null =>
  ('data' in record ? record.data.languages?.title : record.languages?.name) ?? null;

/** Screen with one result or care plan. The event that announced it becomes VIEWED when the user leaves. */
export function SingleRecord<K extends Kind>({ kind, id, titleOf, children }: SingleRecordProps<K>) {
  const t = useText(words);
  const { loading, records } = useRecords(kind);
  const profile = useProfile();
  const heading = useHeading(kind);
  const { type } = KINDS[kind];
  const record = records.find((candidate) => candidate.id === id || isMadeOf(candidate, id));
  // What could not be shown stays new.
  useDismissOnLeave(record ? id : '');
  return (
    <HospitalHeading lang={record ? titleLanguage(record) : null}>
      <PanelScreen title={record ? titleOf(record) : heading}>
        <FetchedContent
          loading={loading}
          isEmpty={!record}
          failed={t(`list.${kind}.failed`)}
          failedText={t('nothingLost')}
          retry={loadRecords}
          empty={
            <MissingContent type={type} id={id}>
              <EmptyState title={t(`list.${kind}.gone`)}>
                <LinkButton to={paths.profile[kind](profile.id)}>{t(`list.${kind}.all`)}</LinkButton>
              </EmptyState>
            </MissingContent>
          }
        >
          {record && children(record)}
          {record && <AskHospital type={type} id={id} />}
        </FetchedContent>
      </PanelScreen>
    </HospitalHeading>
  );
}

/** URL of each part of the record. */
export const PART_PATHS = { ...recordPaths, appointments: appointmentsPath };
export type PartName = Exclude<keyof typeof PART_PATHS, 'all'>;

/** The area of what a supporter may see that each part belongs to. */
const AREA_OF: Readonly<Record<PartName, SharedArea>> = {
  medications: 'care',
  careTeam: 'care',
  observations: 'results',
  documents: 'results',
  about: 'record',
  goingHome: 'care',
  appointments: 'status',
};

const PARTS = Object.keys(AREA_OF) as PartName[];

/** Returns the parts of the record that the user may open, in order. Without permissions, it is their own record. */
export const openParts = (permissions: SupporterPermissions | undefined): PartName[] =>
  PARTS.filter((part) => !permissions || OPENS[AREA_OF[part]](permissions));

/** Link from results and care plans to all records; renders nothing if none are shared. */
function RecordsLink() {
  const t = useText(recordWords);
  const { id, isOwn, firstName, permissions } = useProfile();
  if (openParts(permissions).length === 0) return null;
  return (
    <LinkButton variant="plain" compact icon={<FolderHeart />} to={recordPaths.all(id)}>
      {isOwn ? t('all.mine') : t('all.theirs', { name: firstName })}
    </LinkButton>
  );
}
