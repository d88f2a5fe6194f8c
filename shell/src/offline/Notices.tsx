import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useState } from 'react';
import { Banner, Button, onDemand, useText } from 'shared-ui';
import { hasUnsentTyping, SHORT_SCREEN } from 'shared-ui/host';
import { styled } from 'styled-components';
import { words } from '../words.ts';
import { isUpdateOffered, setOffline, useOffline } from './state.ts';

/** Scrolls by itself on small phones and with large type, so that the screen below stays reachable. */
const Place = styled.div`
  flex: none;
  max-block-size: 45dvh;
  overflow-y: auto;

  ${SHORT_SCREEN} {
    max-block-size: 30dvh;
  }

  > * {
    margin: var(--space-2) var(--space-3);
  }
`;

const ConfirmUpdate = onDemand(() => import('./ConfirmUpdate.tsx'));

/** The module is loaded by then: an update can only be offered by the same code. */
const updateNow = () => void import('./updates.ts').then((updates) => updates.updateNow());

/** Offers a new version that is completely downloaded. The page is not updated before the user asks for it. */
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
      {wasAsked && <ConfirmUpdate open={isAsking} onUpdate={updateNow} onStay={() => setIsAsking(false)} />}
    </>
  );
}

/** Notices about updates and storage space, below the top bar of every screen. */
export function Notices() {
  const t = useText(words);
  const state = useOffline();
  return (
    <Place aria-live="polite">
      {isUpdateOffered(state) && <UpdateBanner newest={state.newest} isBehind={state.isBehind} />}
      {state.storage === 'none' && (
        <Banner
          icon={<TriangleAlert />}
          title={t('noRoom.title')}
          text={t('noRoom.text')}
          close={{ label: t('update.close'), onPress: () => setOffline({ storage: 'read' }) }}
        />
      )}
    </Place>
  );
}
