import House from 'lucide-react/icons/house';
import MenuIcon from 'lucide-react/icons/menu';
import { useState } from 'react';
import { formatMoment, IconButton, IconLink, onDemand, paths, runtimeConfig, useStore, useText } from 'shared-ui';
import { SHORT_SCREEN, TopBar } from 'shared-ui/host';
import { styled } from 'styled-components';
import { UnsentFeedback } from '../../surveys/UnsentFeedback.tsx';
import { words } from '../../words.ts';
import { OfflineLine } from '../OfflineLine.tsx';

/** Between the logo and the buttons, so that nothing moves when it disappears. */
const Age = styled.small`
  align-self: center;
  color: var(--ink-soft);
  line-height: 1.2;
  text-align: end;
  text-wrap: balance;

  ${SHORT_SCREEN} {
    font-size: min(var(--text-s), 4.5vw);
  }
`;

/** When the server sent what is shown, while the page shows this phone's copy and asks for the current content. */
function CopyAge() {
  const t = useText(words);
  const at = useStore(({ events, session }) => (events.isCopy && !session.isOffline ? events.fetchedAt : null));
  if (at === null) return null;
  return <Age>{t('offline.updated', { moment: formatMoment(new Date(at).toISOString(), new Date()) })}</Age>;
}

// Loaded when the user first opens the menu.
const MenuDrawer = onDemand(() => import('./MenuDrawer.tsx'));

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
