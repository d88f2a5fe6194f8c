import MessageSquare from 'lucide-react/icons/message-square';
import NotebookPen from 'lucide-react/icons/notebook-pen';
import UserCheck from 'lucide-react/icons/user-check';
import Users from 'lucide-react/icons/users';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Soft, staffPaths, useLoad, useText } from 'shared-ui';
import { styled } from 'styled-components';
import { fetchAccounts } from '../../api/accounts.ts';
import { PAGE_SIZE } from '../../api/page.ts';
import { fetchRequests } from '../../api/requests.ts';
import { DeskPage } from '../../components/DeskPage.tsx';
import { words } from '../../words.ts';

const Grid = styled.ul`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 17rem), 1fr));
  gap: var(--space-4);
  margin: 0;
  padding: 0;
  list-style: none;
`;

const Tile = styled(Link)`
  display: flex;
  flex-direction: column;
  gap: var(--space-2);
  block-size: 100%;
  padding: var(--space-5) var(--space-4);
  border-radius: var(--radius-m);
  background: var(--surface);
  color: var(--ink);
  text-decoration: none;
  box-shadow: var(--shadow-1);

  h2 {
    display: flex;
    gap: var(--space-2);
    color: var(--brand);
    font-size: var(--text-l);
  }
  &:hover h2 {
    text-decoration: underline;
  }
`;

/** `/desk`: start screen for staff, with links to each list and the number of waiting items. */
export function OverviewScreen() {
  const t = useText(words);
  const requests = useLoad(() => fetchRequests('sent'), []);
  const accounts = useLoad(() => fetchAccounts('review'), []);
  return (
    <DeskPage title={t('overview.title')} intro={t('overview.intro')}>
      <Grid>
        <Section to={staffPaths.patients} icon={<Users />} title={t('nav.patients')} text={t('overview.patients')} />
        <Section
          to={staffPaths.requests}
          icon={<MessageSquare />}
          title={t('nav.requests')}
          text={t('overview.requests')}
          waiting={requests.value?.length}
        />
        <Section
          to={staffPaths.accounts}
          icon={<UserCheck />}
          title={t('nav.accounts')}
          text={t('overview.accounts')}
          waiting={accounts.value?.length}
        />
        <Section to={staffPaths.signUps} icon={<NotebookPen />} title={t('nav.signUps')} text={t('overview.signUps')} />
      </Grid>
    </DeskPage>
  );
}

interface SectionProps {
  to: string;
  icon: ReactNode;
  title: string;
  text: string;
  /** Number of waiting items, counted on the first page only; undefined until it is known. */
  waiting?: number | undefined;
}

function Section({ to, icon, title, text, waiting }: SectionProps) {
  const t = useText(words);
  return (
    <li>
      <Tile to={to}>
        <h2>
          {icon}
          {title}
        </h2>
        <Soft>{text}</Soft>
        {waiting !== undefined && (
          <strong>
            {waiting < PAGE_SIZE ? t('overview.waiting', { count: waiting }) : t('overview.many', { count: PAGE_SIZE })}
          </strong>
        )}
      </Tile>
    </li>
  );
}
