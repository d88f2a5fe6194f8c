import { useEffect, useRef, useState } from 'react';
import { LiveRegion, playSound, type Store, signedInUser, store, useLocale, useStore, useText } from 'shared-ui';
import { mayUseApp, savedToken } from 'shared-ui/host';
import { apply, applyMissed, Batches, noteListed } from './apply.ts';
import { Following } from './follow.ts';
import { words } from './words.ts';

type Said = { name: string; count: number };

/** Returns the id of the signed-in user who may read events, or undefined. */
const personOf = (state: Store) => (mayUseApp(state) ? signedInUser(state)?.id : undefined);

/** Follows the stream for the signed-in user. Returns what to announce about the latest events. */
function useNews(): Said | undefined {
  const who = useStore((state) => personOf(state));
  const locale = useLocale();
  const asked = useRef(locale);
  const stream = useRef<Following>(undefined);
  const [said, setSaid] = useState<Said>();
  useEffect(() => {
    const token = savedToken();
    if (who === undefined || token === null) return;
    const isHere = () => savedToken() === token;
    const stopNoting = noteListed();
    const batches = new Batches(async (batch) => {
      if (!isHere()) return;
      try {
        const [first, ...others] = await apply(batch);
        if (!first || !isHere()) return;
        setSaid({ name: first.name, count: others.length + 1 });
        if (document.visibilityState === 'visible') await playSound('new-event', first.profileId);
      } catch (error) {
        console.info('News could not be told', error);
      }
    });
    const following = new Following({
      token,
      who,
      readAt: () => store.getState().events.fetchedAt,
      onNews: (news) => batches.add(news),
      onMissed: () => void applyMissed().catch((error) => console.info('The refresh failed', error)),
    });
    stream.current = following;
    return () => {
      following.end();
      stream.current = undefined;
      batches.stop();
      stopNoting();
      setSaid(undefined);
    };
  }, [who]);
  useEffect(() => {
    if (asked.current === locale) return;
    asked.current = locale;
    stream.current?.reopen();
  }, [locale]);
  return said;
}

/** Applies stream events to the page as they arrive and announces new ones in a live region. */
export default function LiveNews() {
  const t = useText(words);
  const said = useNews();
  if (!said) return <LiveRegion message="" />;
  const { name, count } = said;
  return <LiveRegion message={count === 1 ? t('one', { name }) : t('many', { count: String(count) })} />;
}
