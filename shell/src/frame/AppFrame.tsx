import House from 'lucide-react/icons/house';
import { useEffect } from 'react';
import { IconLink, loadTimeline, Note, paths, runtimeConfig, TopBar, useStore, useText } from 'shared-ui';
import { FeatureRoutes } from '../remotes/FeatureRoutes.tsx';
import { words } from '../words.ts';
import { profileOf, remoteOf } from './areas.ts';
import { Frame } from './Frame.tsx';
import { ProfilePanel } from './ProfilePanel.tsx';
import { ProfileSelector } from './ProfileSelector.tsx';
import { SideMenu } from './SideMenu.tsx';
import { useStory } from './useStory.ts';

/** Fetches profiles and events when the app opens. */
function useTimelineData(): void {
  useEffect(() => {
    loadTimeline().catch((error) => console.info('The timeline could not be fetched', error));
  }, []);
}

function Header() {
  const t = useText(words);
  const { brand } = runtimeConfig();
  const isOffline = useStore((state) => state.session.isOffline);
  return (
    <>
      <TopBar logo={{ path: brand.logo, name: brand.name, to: paths.app.root }}>
        <IconLink label={t('frame.home')} icon={<House />} to={paths.app.root} />
        <SideMenu />
      </TopBar>
      {isOffline && <Note tone="warning">{t('frame.offline')}</Note>}
    </>
  );
}

/** Everything behind the guard: top bar, the remote that owns the path, and the people at the bottom. */
export function AppFrame({ pathname }: { pathname: string }) {
  const profileId = profileOf(pathname);
  useTimelineData();
  useStory();
  const content = <FeatureRoutes name={remoteOf(pathname)} />;
  if (profileId !== null) {
    return (
      <Frame header={<Header />} isBehind>
        <ProfilePanel profileId={profileId}>{content}</ProfilePanel>
      </Frame>
    );
  }
  return (
    <Frame header={<Header />} footer={pathname === paths.app.help ? null : <ProfileSelector />}>
      {content}
    </Frame>
  );
}
