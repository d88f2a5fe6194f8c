import House from 'lucide-react/icons/house';
import MenuIcon from 'lucide-react/icons/menu';
import { useState } from 'react';
import { IconButton, IconLink, onDemand, paths, runtimeConfig, useText } from 'shared-ui';
import { TopBar } from 'shared-ui/host';
import { UnsentFeedback } from '../../surveys/UnsentFeedback.tsx';
import { words } from '../../words.ts';
import { CopyAge } from '../CopyAge.tsx';
import { OfflineLine } from '../OfflineLine.tsx';

// Loaded when the user first opens the menu.
const MenuDrawer = onDemand(() => import('./MenuDrawer.tsx'));

/** The menu button of the top bar and the menu it opens. */
function SideMenu() {
  const t = useText(words);
  const [isOpen, setIsOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  const open = () => {
    setWasOpened(true);
    setIsOpen(true);
  };
  return (
    <>
      <IconButton label={t('frame.menu')} icon={<MenuIcon />} onClick={open} aria-haspopup="dialog" />
      {wasOpened && <MenuDrawer open={isOpen} onClose={() => setIsOpen(false)} />}
    </>
  );
}

/** Top bar of the app: logo, home, menu. While offline, shows the age of the data below it. */
export function AppHeader() {
  const t = useText(words);
  const { brand } = runtimeConfig();
  return (
    <>
      <TopBar logo={{ path: brand.logo, name: brand.name, to: paths.app.root }}>
        <CopyAge />
        <IconLink label={t('frame.home')} icon={<House />} to={paths.app.root} />
        <SideMenu />
      </TopBar>
      <OfflineLine />
      <UnsentFeedback />
    </>
  );
}
