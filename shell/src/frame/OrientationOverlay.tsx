import { useState, useSyncExternalStore } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { Button, paths, useText } from 'shared-ui';
import { styled } from 'styled-components';
import { words } from '../words.ts';

/** Phones only, held sideways: a desktop window that is low and wide is none. */
const SIDEWAYS = '(orientation: landscape) and (pointer: coarse) and (max-height: 500px)';

const Cover = styled.div`
  position: fixed;
  inset: 0;
  z-index: 30;
  display: grid;
  place-content: center;
  gap: var(--space-4);
  padding: var(--space-5);
  background: var(--page);
  text-align: center;
`;

function useSideways(onUpright: () => void): boolean {
  const subscribe = (listener: () => void) => {
    const query = matchMedia(SIDEWAYS);
    const onChange = () => {
      if (!query.matches) onUpright();
      listener();
    };
    query.addEventListener('change', onChange);
    return () => query.removeEventListener('change', onChange);
  };
  return useSyncExternalStore(subscribe, () => matchMedia(SIDEWAYS).matches);
}

/**
 * Asks for the phone to be turned upright. People whose phone is fixed to a bed or a wheelchair can go on sideways
 * (WCAG 1.3.4). Upright again, outside the tutorial, everything is fetched anew (specification, section 2).
 */
export function OrientationOverlay() {
  const t = useText(words);
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [isAccepted, setIsAccepted] = useState(false);
  const isSideways = useSideways(() => {
    if (!isAccepted && !pathname.startsWith(paths.onboarding.tutorial)) navigate(paths.refresh);
  });
  if (!isSideways || isAccepted) return null;
  return (
    <Cover role="alertdialog" aria-modal="true" aria-label={t('frame.portrait')}>
      <p>{t('frame.portrait')}</p>
      <Button variant="ghost" onClick={() => setIsAccepted(true)}>
        {t('frame.keepSideways')}
      </Button>
    </Cover>
  );
}
