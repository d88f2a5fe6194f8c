import MenuIcon from 'lucide-react/icons/menu';
import { useState } from 'react';
import { IconButton, onDemand, useText } from 'shared-ui';
import { words } from '../../words.ts';

// Loaded when the user first opens the menu.
const MenuDrawer = onDemand(() => import('./MenuDrawer.tsx'));

/** The menu button of the top bar and the menu it opens. */
export function SideMenu() {
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
