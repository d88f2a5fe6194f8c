import CloudOff from 'lucide-react/icons/cloud-off';
import Hospital from 'lucide-react/icons/hospital';
import type { RecordSource } from 'mock-api/contract';
import type { ReactNode } from 'react';
import {
  ApiFailure,
  Button,
  cachedAt,
  EmptyState,
  FetchedContent,
  formatMoment,
  type Loading,
  Note,
  PanelScreen,
  readThrough,
  runtimeConfig,
  Stack,
  useProfile,
  useText,
} from 'shared-ui';
import { NotShared, RecordSourceLine, useLiveLoad } from 'shared-ui/details';
import { words } from '../../words-records.ts';

/** A part of the hospital's record, as the API returns it. */
interface RecordPart {
  source: RecordSource;
}

/** A part of the record as a screen shows it. */
interface ShownRecord<Answer> {
  loading: Loading;
  /** Undefined until it is fetched; kept while it is fetched again, and if that fails. */
  answer: Answer | undefined;
  /** When the server sent the answer (ms since 1970), if it is a copy because the server can't be reached. */
  copiedAt: number | undefined;
  /** Whether the patient does not share this part with the user. */
  isNotShared: boolean;
  retry(): void;
}

/**
 * Fetches a part of a profile's record from the hospital when a screen opens, the language changes, the user asks for a
 * refresh or the hospital changes the record. Offline, returns the copy that this session has last seen.
 * @param part path below the profile, e.g. `medications`
 */
function useRecord<Answer extends RecordPart>(profileId: number, part: string): ShownRecord<Answer> {
  const path = `v1/profiles/${profileId}/${part}`;
  const changes = ['record.updated', 'medications.updated', 'share.updated'];
  const { state, value: answer, error, retry } = useLiveLoad(() => readThrough<Answer>(path), [path], changes);
  const isNotShared = error instanceof ApiFailure && error.code === 'NOT_SHARED';
  return {
    loading: isNotShared ? 'ready' : state,
    answer,
    copiedAt: answer && cachedAt(answer),
    isNotShared,
    retry,
  };
}

interface RecordScreenProps<Answer extends RecordPart> {
  /** Heading; a function if it depends on what is fetched. */
  title: string | ((answer: Answer | undefined) => string);
  /** Path of the part below the profile, e.g. `medications`. */
  part: string;
  isEmpty(answer: Answer): boolean;
  /** Shown when the hospital has nothing of this kind. */
  empty: { title: string; text: string; icon?: ReactNode; children?: ReactNode };
  children(answer: Answer): ReactNode;
}

/**
 * A screen about one part of the hospital's record, in each of its states: loading, failed, not shared, never connected,
 * empty, the last known copy, and ready with its source and age.
 */
export function RecordScreen<Answer extends RecordPart>({ title, part, ...content }: RecordScreenProps<Answer>) {
  const t = useText(words);
  const profile = useProfile();
  const { loading, answer, copiedAt, isNotShared, retry } = useRecord<Answer>(profile.id, part);
  return (
    <PanelScreen title={typeof title === 'string' ? title : title(answer)}>
      <FetchedContent
        loading={loading}
        isEmpty={!answer}
        failed={t('record.failed')}
        failedText={t('record.failedText')}
        retry={retry}
        empty={isNotShared && <NotShared name={profile.firstName} />}
      >
        {copiedAt !== undefined && <CopyNote at={copiedAt} retry={retry} />}
        {answer && <Content answer={answer} {...content} />}
      </FetchedContent>
    </PanelScreen>
  );
}

/** A note that the server can't be reached, with the age of the copy shown. */
function CopyNote({ at, retry }: { at: number; retry(): void }) {
  const t = useText(words);
  return (
    <Note tone="warning" live="status" icon={<CloudOff />}>
      <p>{t('record.copy', { moment: formatMoment(new Date(at).toISOString()) })}</p>
      <Button variant="plain" compact onClick={retry}>
        {t('record.tryAgain')}
      </Button>
    </Note>
  );
}

type ContentProps<Answer extends RecordPart> = Omit<RecordScreenProps<Answer>, 'title' | 'part'> & { answer: Answer };

function Content<Answer extends RecordPart>({ answer, isEmpty, empty, children }: ContentProps<Answer>) {
  if (!isEmpty(answer)) {
    return (
      <Stack $gap={16}>
        <Source of={answer.source} />
        {children(answer)}
      </Stack>
    );
  }
  if (answer.source.state === 'never') return <NeverConnected hospital={answer.source.name} />;
  // What is hidden while records are being checked must not be called missing.
  return (
    <>
      <Source of={answer.source} />
      {answer.source.note === undefined && <EmptyState {...empty} />}
    </>
  );
}

/** Where it comes from, and why it is not current if people should know. */
function Source({ of }: { of: RecordSource }) {
  return (
    <>
      {of.note && <Note tone="warning">{of.note}</Note>}
      <RecordSourceLine source={of} />
    </>
  );
}

function NeverConnected({ hospital }: { hospital: string }) {
  const t = useText(words);
  const product = runtimeConfig().brand.name;
  return (
    <EmptyState
      title={t('record.never')}
      text={t('record.neverText', { hospital, product })}
      icon={<Hospital aria-hidden="true" />}
    />
  );
}
