import { useEffect, useRef, useState } from 'react';
import { LiveRegion, playSound, type Store, signedInUser, staffPaths, store, useStore, useText } from 'shared-ui';
import { mayUseApp, savedToken } from 'shared-ui/host';
import { defineCatalogue, useLanguage } from 'shared-ui/languages';
import { isStaff } from '../session/guards.ts';
import { apply, EventBatches, refetchAll, trackListed } from './apply.ts';
import en from './locales/en.json';
import { StreamSubscription } from './stream-subscription.ts';
import { clearWithdrawn } from './withdrawn.ts';

/** Announcements of stream events. */
const words = defineCatalogue('shell/live', en, (tag) => import(`./locales/${tag}.json`));

type Announcement = { name: string; count: number };

/** Returns the id of the signed-in user who may use the app or the desk, or undefined. */
const userIdOf = (state: Store) => (mayUseApp(state) || isStaff(state) ? signedInUser(state)?.id : undefined);

/** The desk reads nothing into the store: there, whatever changed since the page was opened may be missing. */
const readAt = (state: Store) => state.events.fetchedAt ?? (isStaff(state) ? performance.timeOrigin : null);

const isAtDesk = () => `${location.pathname}/`.startsWith(`${staffPaths.desk}/`);

/** Follows the stream for the signed-in user. Returns what to announce about the latest events. */
function useStreamAnnouncement(): Announcement | undefined {
  const userId = useStore((state) => userIdOf(state));
  const locale = useLanguage();
  const requestedLocale = useRef(locale);
  const subscription = useRef<StreamSubscription>(undefined);
  const [announcement, setAnnouncement] = useState<Announcement>();
  useEffect(() => {
    const token = savedToken();
    if (userId === undefined || token === null) return;
    const isSameSession = () => savedToken() === token;
    const stopTracking = trackListed();
    const stopClearing = clearWithdrawn(token);
    const batches = new EventBatches(async (batch) => {
      if (!isSameSession()) return;
      try {
        const [first, ...others] = await apply(batch);
        if (!first || !isSameSession()) return;
        // Staff's own timeline is a demonstration of a patient's.
        if (!isStaff(store.getState())) setAnnouncement({ name: first.name, count: others.length + 1 });
        // Not awaited: without an audio device, Firefox waits for one for ever.
        if (document.visibilityState === 'visible' && !isAtDesk()) void playSound('new-event', first.profileId);
      } catch (error) {
        console.info('Stream events could not be applied', error);
      }
    });
    const current = new StreamSubscription({
      token,
      userId,
      readAt: () => readAt(store.getState()),
      onStreamEvent: (event) => batches.add(event),
      onMissed: () => void refetchAll().catch((error) => console.info('The refresh failed', error)),
    });
    subscription.current = current;
    return () => {
      current.end();
      subscription.current = undefined;
      batches.stop();
      stopTracking();
      stopClearing();
      setAnnouncement(undefined);
    };
  }, [userId]);
  useEffect(() => {
    if (requestedLocale.current === locale) return;
    requestedLocale.current = locale;
    subscription.current?.reopen();
  }, [locale]);
  return announcement;
}

/** Applies stream events to the page as they arrive and announces new ones in a live region, except to staff. */
export default function LiveUpdates() {
  const t = useText(words);
  const announcement = useStreamAnnouncement();
  if (!announcement) return <LiveRegion message="" />;
  const { name, count } = announcement;
  return <LiveRegion message={count === 1 ? t('one', { name }) : t('many', { count: String(count) })} />;
}
