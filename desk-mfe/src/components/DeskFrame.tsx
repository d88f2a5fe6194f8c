import LogOut from 'lucide-react/icons/log-out';
import { Link, Outlet, useLocation, useNavigate } from 'react-router-dom';
import {
  Button,
  changeSettings,
  endSession,
  paths,
  staffPaths,
  useLocale,
  useNavigation,
  useStore,
  useText,
} from 'shared-ui';
import { styled } from 'styled-components';
import { words } from '../words.ts';

const Bar = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 0 var(--space-4);
  padding: var(--space-1) var(--space-4);
  border-block-end: 1px solid var(--line-color);
  background: var(--surface);
`;

const Links = styled.nav`
  display: flex;
  flex-wrap: wrap;
  gap: 0 var(--space-1);
  margin-inline-start: calc(-1 * var(--space-3));
`;

const Place = styled(Link)`
  display: inline-flex;
  align-items: center;
  min-block-size: var(--target);
  padding-inline: var(--space-3);
  border-block-end: 3px solid transparent;
  color: var(--ink-soft);
  font-weight: 600;
  text-decoration: none;

  &:hover {
    color: var(--brand);
  }
  &[aria-current] {
    border-color: var(--star);
    color: var(--brand);
  }
`;

const Tools = styled.div`
  display: flex;
  flex-wrap: wrap;
  margin-inline: calc(-1 * var(--space-4));
`;

/** What every screen of the desk stands in: the way to the others, the other language, the demo, the way out. */
export function DeskFrame() {
  return (
    <>
      <Bar>
        <Places />
        <OwnTools />
      </Bar>
      <Outlet />
    </>
  );
}

function Places() {
  const t = useText(words);
  const { pathname } = useLocation();
  const own = [
    { path: staffPaths.desk, label: t('nav.overview') },
    { path: staffPaths.patients, label: t('nav.patients') },
    { path: staffPaths.requests, label: t('nav.requests') },
    { path: staffPaths.accounts, label: t('nav.accounts') },
    { path: staffPaths.signUps, label: t('nav.signUps') },
  ];
  const isHere = (path: string) => pathname === path || (path !== staffPaths.desk && pathname.startsWith(`${path}/`));
  return (
    <Links aria-label={t('nav.label')}>
      {[...own, ...useNavigation('desk')].map(({ path, label }) => (
        <Place key={path} to={path} aria-current={isHere(path) ? 'page' : undefined}>
          {label}
        </Place>
      ))}
    </Links>
  );
}

function OwnTools() {
  const t = useText(words);
  const locale = useLocale();
  const navigate = useNavigate();
  const name = useStore(({ session: { me } }) => (me?.scope === 'full' ? `${me.firstName} ${me.lastName}` : ''));
  const openDemo = () => {
    // The app lets in who is past the tutorial offer, which a browser forgets; the desk offers none.
    changeSettings({ isUserValidated: true });
    navigate(paths.app.root);
  };
  const other = locale === 'en' ? { locale: 'fr', name: 'Français' } : { locale: 'en', name: 'English' };
  return (
    <Tools>
      <Button variant="plain" compact onClick={openDemo}>
        {t('nav.demo')}
      </Button>
      <Button
        variant="plain"
        compact
        lang={other.locale}
        onClick={() => changeSettings({ locale: locale === 'en' ? 'fr' : 'en' })}
      >
        {other.name}
      </Button>
      <Button variant="plain" compact icon={<LogOut />} title={name} onClick={() => void endSession()}>
        {t('nav.logOut')}
      </Button>
    </Tools>
  );
}
