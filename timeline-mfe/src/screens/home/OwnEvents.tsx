import { type ReactNode, useMemo, useRef, useState } from 'react';
import { FetchedContent, LiveRegion, loadTimeline, Soft, useStore, useText } from 'shared-ui';
import { DeletionToast, useDeletion } from '../../components/list/deletion/useDeletion.tsx';
import { EventGroups } from '../../components/list/EventGroups.tsx';
import type { AnsweredRequest } from '../../components/RequestAnswer.tsx';
import { useSentSurveys } from '../../components/sent-surveys.ts';
import { words } from '../../words.ts';
import { type HomeGroups, homeGroups } from './home-groups.ts';
import { useKeptFocus } from './useKeptFocus.ts';

/** Groups the user's events. An event that was new stays in its group until home is opened again. */
export function useHomeGroups(): HomeGroups {
  const list = useStore((state) => state.events.list);
  const unsent = useStore((state) => state.delivery.unsent);
  const seen = useRef(new Set<string>());
  return useMemo(() => {
    const groups = homeGroups(list, unsent, ({ id }) => seen.current.has(id));
    for (const { id } of groups.fresh) seen.current.add(id);
    return groups;
  }, [list, unsent]);
}

interface OwnEventsProps {
  groups: HomeGroups;
  /** Shown if there are no events at all. */
  empty: ReactNode;
  /** Between what is new and the earlier events. */
  children: ReactNode;
}

/** The user's events of this stay: to do, new, and earlier ones at the end. */
export function OwnEvents({ groups: { actionable, fresh, earlier }, empty, children }: OwnEventsProps) {
  const t = useText(words);
  const loading = useStore((state) => state.events.loading);
  const deletion = useDeletion();
  const place = useRef<HTMLElement>(null);
  const keptFocus = useKeptFocus(place);
  const [announcement, setAnnouncement] = useState('');
  useSentSurveys();
  const onAnswered = ({ event, decision }: AnsweredRequest) => {
    setAnnouncement(t(decision === 'accept' || event.wantsToFollow ? 'request.answered' : 'request.told'));
    // The focused card has been removed.
    place.current?.focus({ preventScroll: true });
  };
  const isUpToDate = actionable.length + fresh.length === 0;
  const isEmpty = isUpToDate && earlier.length === 0;
  return (
    <section ref={place} tabIndex={-1} aria-label={t('home.events')} {...keptFocus}>
      <LiveRegion message={announcement} />
      <FetchedContent
        loading={loading}
        isEmpty={isEmpty}
        failed={t('timelineFailed')}
        failedText={t('nothingLost')}
        retry={loadTimeline}
        empty={empty}
      >
        {isUpToDate && <Soft>{t('home.upToDate')}</Soft>}
        <EventGroups
          groups={[
            { title: t('home.actionable'), events: actionable },
            { title: t('home.fresh'), events: fresh },
            { title: t('home.earlier'), events: earlier, before: children },
          ]}
          deletion={deletion}
          onAnswered={onAnswered}
        />
      </FetchedContent>
      {isEmpty && children}
      <DeletionToast deletion={deletion} />
    </section>
  );
}
