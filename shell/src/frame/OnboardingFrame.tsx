import House from 'lucide-react/icons/house';
import type { ReactNode } from 'react';
import { matchPath, useLocation } from 'react-router-dom';
import { IconLink, paths, runtimeConfig, useStore, useText } from 'shared-ui';
import { TopBar } from 'shared-ui/host';
import { words } from '../words.ts';
import { Frame } from './Frame.tsx';
import { OfflineLine } from './OfflineLine.tsx';

/** Screens that fill the phone, with no bar above them. */
const FULL_SCREEN = [paths.onboarding.root, paths.onboarding.welcome, paths.onboarding.tutorial];

/**
 * The frame of onboarding: the bar has the logo and a home button, and nothing that needs an account. A user with a
 * session who lands here because the server can't be reached is told so, on every screen.
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
