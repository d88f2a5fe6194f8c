import House from 'lucide-react/icons/house';
import type { ReactNode } from 'react';
import { matchPath, useLocation } from 'react-router-dom';
import { IconLink, paths, runtimeConfig, useStore, useText } from 'shared-ui';
import { TopBar } from 'shared-ui/host';
import { words } from '../words.ts';
import { Frame } from './Frame.tsx';
import { OfflineLine } from './OfflineLine.tsx';

/** Full-screen pages without a top bar. */
const FULL_SCREEN = [paths.onboarding.root, paths.onboarding.welcome, paths.onboarding.tutorial];

/**
 * Frame of onboarding: the bar has the logo and a home button, and nothing that needs an account. Every screen shows
 * the offline line, for users with a session who land here because the server can't be reached.
 */
export function OnboardingFrame({ children }: { children: ReactNode }) {
  const t = useText(words);
  const { pathname } = useLocation();
  const { brand } = runtimeConfig();
  const isOffline = useStore(({ session }) => session.isOffline);
  if (FULL_SCREEN.some((path) => matchPath(path, pathname))) {
    return <Frame header={isOffline && <OfflineLine />}>{children}</Frame>;
  }
  const bar = (
    <>
      <TopBar logo={{ path: brand.logo, name: brand.name }}>
        <IconLink label={t('frame.home')} icon={<House />} to={paths.onboarding.welcome} />
      </TopBar>
      <OfflineLine />
    </>
  );
  return <Frame header={bar}>{children}</Frame>;
}
