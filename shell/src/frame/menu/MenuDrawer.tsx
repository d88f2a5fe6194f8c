import PlayCircle from 'lucide-react/icons/circle-play';
import Clapperboard from 'lucide-react/icons/clapperboard';
import ClipboardList from 'lucide-react/icons/clipboard-list';
import FileText from 'lucide-react/icons/file-text';
import House from 'lucide-react/icons/house';
import LifeBuoy from 'lucide-react/icons/life-buoy';
import LogOut from 'lucide-react/icons/log-out';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import Settings from 'lucide-react/icons/settings';
import User from 'lucide-react/icons/user';
import Users from 'lucide-react/icons/users';
import { useLocation, useNavigate } from 'react-router-dom';
import { changeSettings, DrawnIcon, paths, runtimeConfig, useText } from 'shared-ui';
import { OWN_PROFILE } from 'shared-ui/contract';
import { Drawer, type MenuItem, MenuList } from 'shared-ui/dialog';
import { useNavigation } from '../../session/guards.ts';
import { words } from '../../session-words.ts';
import { LogOutDialog, useLogOut } from '../../surveys/LogOutDialog.tsx';

/**
 * The nine entries of docs/product-rules.md#frame and "Log out", plus the demo's director in a demo. Settings is shown
 * but disabled. They are defined here rather than in a remote's declaration because three of them are not plain links,
 * and all of them must stay when the registry can't be read. Links declared by remotes come after the built-in links
 * and before the shell's own entries.
 */
function useMenuItems(logOut: () => void): MenuItem[] {
  const t = useText(words);
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const { demo } = runtimeConfig();
  const links = [
    { id: 'home', label: t('menu.home'), icon: <House />, to: paths.app.root },
    { id: 'profile', label: t('menu.profile'), icon: <User />, to: paths.profile.events(OWN_PROFILE) },
    { id: 'supporters', label: t('menu.supporters'), icon: <Users />, to: paths.profile.supporters(OWN_PROFILE) },
    { id: 'results', label: t('menu.results'), icon: <FileText />, to: paths.profile.results(OWN_PROFILE) },
    { id: 'carePlans', label: t('menu.carePlans'), icon: <ClipboardList />, to: paths.profile.carePlans(OWN_PROFILE) },
    {
      id: 'settings',
      label: t('menu.settings'),
      icon: <Settings />,
      ...(demo ? { disabled: true } : { to: paths.app.settings }),
    },
    { id: 'help', label: t('menu.help'), icon: <LifeBuoy />, to: paths.app.help },
  ];
  const declared = useNavigation('menu').map(({ path, label, drawing }) => ({
    id: path,
    label,
    icon: <DrawnIcon strokes={drawing} />,
    to: path,
  }));
  const showTutorial = () => {
    changeSettings({ viewTutorial: true });
    navigate(paths.onboarding.tutorial);
  };
  return [
    ...[...links, ...declared].map((link) => ({ ...link, current: link.to === pathname })),
    { id: 'tutorial', label: t('menu.tutorial'), icon: <PlayCircle />, onPress: showTutorial },
    { id: 'reset', label: t('menu.reset'), icon: <RotateCcw />, to: paths.reset },
    ...(demo ? [{ id: 'demo', label: t('menu.demo'), icon: <Clapperboard />, to: paths.app.demo }] : []),
    { id: 'logOut', label: t('menu.logOut'), icon: <LogOut />, onPress: logOut, stays: true },
  ];
}

export default function MenuDrawer({ open, onClose }: { open: boolean; onClose(): void }) {
  const t = useText(words);
  const { ask, dialog } = useLogOut(onClose);
  return (
    <Drawer open={open} onClose={onClose} title={t('menu.title')} closeLabel={t('frame.closeMenu')}>
      <MenuList items={useMenuItems(ask)} onLeave={onClose} />
      <LogOutDialog {...dialog} />
    </Drawer>
  );
}
