import Trash from 'lucide-react/icons/trash-2';
import { useCallback, useMemo, useRef } from 'react';
import {
  type CareEvent,
  EmptyState,
  FetchedContent,
  IconButton,
  loadTimeline,
  PanelScreen,
  SectionTitle,
  Stack,
  Toast,
  useProfile,
  useStore,
  useText,
} from 'shared-ui';
import { EventItem } from '../../parts/EventItem.tsx';
import { useNow } from '../../parts/useNow.ts';
import { words } from '../../words.ts';
import { eventGroups } from './groups.ts';
import { type Deletion, useDeletion } from './useDeletion.ts';

/** The events of one profile: those of this stay, then those of earlier ones. */
export function EventsScreen() {
  const t = useText(words);
  const profile = useProfile();
  const { list, loading } = useStore((state) => state.events);
  const { current, previous } = useMemo(() => eventGroups(list, profile.id), [list, profile.id]);
  const deletion = useDeletion();
  const place = useRef<HTMLDivElement>(null);
  const remove = (event: CareEvent) => {
    deletion.remove(event);
    // The card that had the focus is gone.
    place.current?.focus({ preventScroll: true });
  };
  const title = profile.isOwn ? t('events.mine') : t('events.theirs', { name: profile.firstName });
  return (
    <PanelScreen title={title}>
      <FetchedContent
        loading={loading}
        isEmpty={current.length + previous.length === 0}
        failed={t('timelineFailed')}
        failedText={t('nothingLost')}
        retry={loadTimeline}
        empty={<EmptyState title={t('events.empty')} text={t('events.emptyText')} />}
      >
        <Stack ref={place} tabIndex={-1}>
          <Group title={t('events.current')} events={current} remove={remove} />
          <Group title={t('events.previous')} events={previous} remove={remove} />
        </Stack>
      </FetchedContent>
      <DeletionToast deletion={deletion} />
    </PanelScreen>
  );
}

function Group({ title, events, remove }: { title: string; events: CareEvent[]; remove(event: CareEvent): void }) {
  const t = useText(words);
  const now = useNow();
  if (events.length === 0) return null;
  return (
    <Stack as="section">
      <SectionTitle>{title}</SectionTitle>
      <Stack as="ul">
        {events.map((event) => (
          <li key={event.id}>
            <EventItem
              event={event}
              now={now}
              aside={
                <IconButton
                  label={t('events.delete', { name: event.name })}
                  icon={<Trash />}
                  onClick={() => remove(event)}
                />
              }
            />
          </li>
        ))}
      </Stack>
    </Stack>
  );
}

function DeletionToast({ deletion: { news, undo, forget } }: { deletion: Deletion }) {
  const t = useText(words);
  // The toast counts its time anew whenever this function changes.
  const latest = useRef(forget);
  latest.current = forget;
  const hide = useCallback(() => latest.current(), []);
  return (
    <Toast
      message={news && t(`events.${news}`)}
      action={news === 'deleted' ? { label: t('events.undo'), onPress: undo } : undefined}
      close={{ label: t('events.hide'), onPress: hide }}
    />
  );
}
