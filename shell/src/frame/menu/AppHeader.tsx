import House from 'lucide-react/icons/house';
import { IconLink, paths, runtimeConfig, useText } from 'shared-ui';
import { TopBar } from 'shared-ui/host';
import { UnsentFeedback } from '../../surveys/UnsentFeedback.tsx';
import { words } from '../../words.ts';
import { OfflineLine } from '../OfflineLine.tsx';
import { SideMenu } from './SideMenu.tsx';

/** Top bar of the app: logo, home, menu. While offline, shows the age of the data below it. */
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
