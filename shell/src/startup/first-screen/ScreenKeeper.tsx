import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { useText } from 'shared-ui';
import { whenQuiet } from '../../idle.ts';
import { words } from '../../words.ts';
import { keepScreen } from './keep.ts';

/** Keeps the screen that is shown for the next start: once it is complete, and when the page is hidden or left. */
export default function ScreenKeeper() {
  const t = useText(words);
  const { pathname } = useLocation();
  useEffect(() => {
    const sayAge = (moment: string) => t('offline.asOf', { moment });
    const onLeave = () => document.visibilityState === 'hidden' && keepScreen(sayAge, true);
    const keepWhenQuiet = () => location.pathname === pathname && keepScreen(sayAge, false);
    whenQuiet(keepWhenQuiet);
    document.addEventListener('visibilitychange', onLeave);
    return () => document.removeEventListener('visibilitychange', onLeave);
  }, [pathname, t]);
  return null;
}
