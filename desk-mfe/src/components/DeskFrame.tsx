import ChevronDown from 'lucide-react/icons/chevron-down';
import LogOut from 'lucide-react/icons/log-out';
import { useId, useState } from 'react';
import { Link, Outlet, useLocation, useNavigate } from 'react-router-dom';
import {
  Button,
  changeSettings,
  endSession,
  paths,
  runtimeConfig,
  signedInUser,
  staffPaths,
  useLocale,
  useNavigation,
  useStore,
  useText,
} from 'shared-ui';
import { styled } from 'styled-components';
import { useRoles } from '../access/roles.ts';
import { BOARD_PATH } from '../api/board.ts';
import { FEED_PATH } from '../api/feed.ts';
import { LANGUAGES_PATH } from '../api/languages.ts';
import { LEAVING_PATH } from '../api/leaving.ts';
import { OPENINGS_PATH, PATTERNS_PATH } from '../api/openings.ts';
import { RATES_PATH, TEMPLATES_PATH } from '../api/templates.ts';
import { words } from '../words.ts';
import { SHEET_WIDTH } from './DeskPage.tsx';

/** Above and below the width at which links and tools fit on one line. */
const WIDE = '@container screen (min-inline-size: 55rem)';
const NARROW = '@container screen not (min-inline-size: 55rem)';

const Bar = styled.div`
  border-block-end: 1px solid var(--line-color);
  background: var(--surface);
`;

/** As wide as the content below it, so that both begin at the same edge. */
const Line = styled.div`
  max-inline-size: ${SHEET_WIDTH};
  margin-inline: auto;
  padding: var(--space-1) var(--space-4);

  ${WIDE} {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 0 var(--space-4);
  }
`;

/** On phones, links are laid out in rows of three equal columns. */
const Links = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(5.75rem, 1fr));
  margin-inline: calc(-1 * var(--space-2));

  nav {
    display: contents;
  }
  ${WIDE} {
    display: flex;
    gap: var(--space-1);
  }
`;

/** Toggle for the tools, which collapse on phones. Wide screens show the tools next to the links. */
const More = styled.div`
  > button {
    padding-inline: var(--space-2);
    white-space: nowrap;
  }
  ${WIDE} {
    display: none;
  }
`;

const DeskLink = styled(Link)`
  display: inline-flex;
  align-items: center;
  min-block-size: var(--target);
  padding-inline: var(--space-2);
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

  ${NARROW} {
    &[data-closed] {
      display: none;
    }
  }
`;

/** Layout of every desk screen: navigation, language switch, demo link and sign-out button. */
export function DeskFrame() {
  const t = useText(words);
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Bar>
        <Line>
          <Links>
            <DeskLinks />
            <More>
              <Button
                variant="plain"
                compact
                icon={<ChevronDown />}
                aria-expanded={isOpen}
                aria-controls={id}
                onClick={() => setIsOpen(!isOpen)}
              >
                {t('nav.more')}
              </Button>
            </More>
          </Links>
          <OwnTools id={id} isOpen={isOpen} />
        </Line>
      </Bar>
      <Outlet />
    </>
  );
}

interface NavigationEntry {
  path: string;
  /** Pages without an entry of their own, which this one leads to. */
  also?: readonly string[];
}

/** Returns `page` for the entry of the page that is shown, true for the one that leads there, and else undefined. */
function currentState({ path, also = [] }: NavigationEntry, pathname: string): 'page' | true | undefined {
  if (pathname === path) return 'page';
  const isIn = (page: string) => pathname === page || pathname.startsWith(`${page}/`);
  return (path !== staffPaths.desk && isIn(path)) || also.some(isIn) || undefined;
}

const RECORDS_PATH = `${staffPaths.desk}/records`;
const PATIENT_LISTS = [
  RECORDS_PATH,
  `${staffPaths.desk}/explanations`,
  FEED_PATH,
  LANGUAGES_PATH,
  OPENINGS_PATH,
  PATTERNS_PATH,
];

function DeskLinks() {
  const t = useText(words);
  const { pathname } = useLocation();
  const has = useRoles();
  const isOnWard = has('nurse', 'clerk');
  const seesPatients = isOnWard || has('privacy');
  const own: (NavigationEntry & { label: string; isShown: boolean })[] = [
    { path: staffPaths.desk, label: t('nav.overview'), isShown: isOnWard },
    { path: staffPaths.patients, label: t('nav.patients'), also: isOnWard ? PATIENT_LISTS : [], isShown: seesPatients },
    { path: BOARD_PATH, label: t('nav.board'), isShown: has('nurse') },
    { path: LEAVING_PATH, label: t('nav.leaving'), isShown: has('nurse') },
    { path: staffPaths.requests, label: t('nav.requests'), also: [TEMPLATES_PATH, RATES_PATH], isShown: has('nurse') },
    { path: staffPaths.accounts, label: t('nav.accounts'), isShown: has('clerk') },
    // The ward finds these next to the list of patients and to the requests.
    { path: RECORDS_PATH, label: t('records.title'), isShown: has('operator') && !isOnWard },
    { path: FEED_PATH, label: t('feed.title'), isShown: has('operator') && !isOnWard },
    { path: LANGUAGES_PATH, label: t('languages.title'), isShown: has('operator') && !isOnWard },
    { path: OPENINGS_PATH, label: t('openings.title'), isShown: has('privacy') && !isOnWard },
    { path: RATES_PATH, label: t('rates.title'), isShown: has('privacy') && !has('nurse') },
    {
      path: staffPaths.signUps,
      label: t('nav.signUps'),
      isShown: runtimeConfig().demo === true && has('clerk', 'privacy'),
    },
  ];
  return (
    <nav aria-label={t('nav.label')}>
      {[...own.filter(({ isShown }) => isShown), ...useNavigation('desk')].map((entry) => (
        <DeskLink key={entry.path} to={entry.path} aria-current={currentState(entry, pathname)}>
          {entry.label}
        </DeskLink>
      ))}
    </nav>
  );
}

function OwnTools({ id, isOpen }: { id: string; isOpen: boolean }) {
  const t = useText(words);
  const locale = useLocale();
  const navigate = useNavigate();
  const user = useStore(signedInUser);
  const name = user ? `${user.firstName} ${user.lastName}` : '';
  const openDemo = () => {
    // The app requires that the tutorial offer was passed, which a browser forgets. The desk has no such offer.
    changeSettings({ isUserValidated: true });
    navigate(paths.app.root);
  };
  const other = locale === 'en' ? { locale: 'fr', name: 'Français' } : { locale: 'en', name: 'English' };
  return (
    <Tools id={id} data-closed={isOpen ? undefined : ''}>
      {runtimeConfig().demo && (
        <Button variant="plain" compact onClick={openDemo}>
          {t('nav.demo')}
        </Button>
      )}
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
