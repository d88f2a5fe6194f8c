import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { lazy, Suspense, useState } from 'react';
import { Banner, Button, useText } from 'shared-ui';
import { hasUnsentTyping } from 'shared-ui/host';
import { styled } from 'styled-components';
import { words } from '../words.ts';
import { isUpdateOffered, setOffline, useOffline } from './state.ts';

/** On a small phone or with large type the notices scroll by themselves: the screen below them stays in reach. */
const Place = styled.div`
  flex: none;
  max-block-size: 45dvh;
  overflow-y: auto;

  > * {
    margin: var(--space-2) var(--space-3);
  }
`;

const AskBeforeUpdate = lazy(() => import('./AskBeforeUpdate.tsx'));

/** Needed by then: the rest of the offline code has come long before anything can be offered. */
const updateNow = () => void import('./updates.ts').then((updates) => updates.updateNow());

/** A new version lies on the phone, whole. Nothing happens to this page before the person says so. */
function UpdateBanner({ newest, isBehind }: { newest: string | null; isBehind: boolean }) {
  const t = useText(words);
  const [isAsking, setIsAsking] = useState(false);
  const [wasAsked, setWasAsked] = useState(false);
  const update = () => {
    if (!hasUnsentTyping()) return updateNow();
    setWasAsked(true);
    setIsAsking(true);
  };
  return (
    <>
      <Banner
        title={t('update.title')}
        text={t(isBehind ? 'update.behind' : 'update.text')}
        action={
          <Button variant="star" compact onClick={update}>
            {t('update.now')}
          </Button>
        }
        close={{ label: t('update.close'), onPress: () => setOffline({ closed: newest }) }}
      />
      {wasAsked && (
        <Suspense>
          <AskBeforeUpdate open={isAsking} onUpdate={updateNow} onStay={() => setIsAsking(false)} />
        </Suspense>
      )}
    </>
  );
}

/** What has to be said about versions and about room on the phone: below the top bar of every screen. */
export function Notices() {
  const t = useText(words);
  const state = useOffline();
  return (
    <Place aria-live="polite">
      {isUpdateOffered(state) && <UpdateBanner newest={state.newest} isBehind={state.isBehind} />}
      {state.room === 'none' && (
        <Banner
          icon={<TriangleAlert />}
          title={t('noRoom.title')}
          text={t('noRoom.text')}
          close={{ label: t('update.close'), onPress: () => setOffline({ room: 'read' }) }}
        />
      )}
    </Place>
  );
}
