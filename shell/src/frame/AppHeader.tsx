import House from 'lucide-react/icons/house';
import { IconLink, paths, runtimeConfig, useText } from 'shared-ui';
import { TopBar } from 'shared-ui/host';
import { UnsentFeedback } from '../surveys/UnsentFeedback.tsx';
import { words } from '../words.ts';
import { OfflineLine } from './OfflineLine.tsx';
import { SideMenu } from './SideMenu.tsx';

/** The top bar of the app: logo, home, menu; below it, while there is no connection, how old everything is. */
export function AppHeader() {
  const t = useText(words);
  const { brand } = runtimeConfig();
  return (
    <>
      <TopBar logo={{ path: brand.logo, name: brand.name, to: paths.app.root }}>
        <IconLink label={t('frame.home')} icon={<House />} to={paths.app.root} />
        <SideMenu />
      </TopBar>
      <OfflineLine />
      <UnsentFeedback />
    </>
  );
}
