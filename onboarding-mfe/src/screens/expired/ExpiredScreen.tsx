import CalendarOff from 'lucide-react/icons/calendar-off';
import { useEffect, useRef } from 'react';
import {
  Actions,
  Button,
  endSession,
  Page,
  paths,
  runtimeConfig,
  STATUS_EXPIRED,
  type Store,
  useStore,
  useSubmit,
  useText,
} from 'shared-ui';
import { DiscMark, SupportContacts } from '../../components/screen-parts.tsx';
import { loadPage } from '../../page.ts';
import { words } from '../../words.ts';

/** Returns whether no active account is signed in on this phone. Anyone can open the address by a link. */
const hasNoActiveAccount = ({ session: { status, me } }: Store) =>
  status !== 'unknown' && (me === null || me.statusId === STATUS_EXPIRED);

/** Ends the session and clears local storage. The open page keeps its language and theme in memory. */
async function clearPhone(): Promise<void> {
  const ended = endSession();
  localStorage.clear();
  await ended;
}

/** `/expired`: says whom to contact. Clears local storage when it opens; only the button leaves, for the start page. */
export default function ExpiredScreen() {
  const t = useText(words);
  const { demo } = runtimeConfig();
  const isClearing = useStore(hasNoActiveAccount);
  const cleared = useRef<Promise<void>>(undefined);
  useEffect(() => {
    if (!isClearing) return;
    cleared.current = clearPhone().catch((error: unknown) => console.info('Local storage was not cleared', error));
  }, [isClearing]);
  const { state, submit } = useSubmit(async () => {
    await cleared.current;
    // Again, because settings may have been changed since.
    await clearPhone();
    loadPage(paths.root);
  });
  return (
    <Page
      mark={<DiscMark icon={<CalendarOff />} />}
      title={t(demo ? 'expired.demoTitle' : 'expired.title')}
      intro={t(demo ? 'expired.demoText' : 'expired.text')}
    >
      <SupportContacts />
      <Actions>
        <Button busy={state === 'sending' || state === 'sent'} onClick={() => submit()}>
          {t('expired.leave')}
        </Button>
      </Actions>
    </Page>
  );
}
