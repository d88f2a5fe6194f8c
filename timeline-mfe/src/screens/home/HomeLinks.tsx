import FolderHeart from 'lucide-react/icons/folder-heart';
import { Link } from 'react-router-dom';
import { DrawnIcon, useNavigation, useText } from 'shared-ui';
import { OWN_PROFILE, recordPaths } from 'shared-ui/contract';
import { styled } from 'styled-components';
import { words } from '../../words.ts';

const Links = styled.nav`
  display: flex;
  flex-wrap: wrap;
  gap: var(--space-2);
  max-inline-size: var(--card-max);
`;

const HomeLink = styled(Link)`
  display: flex;
  flex: 1 1 40%;
  align-items: center;
  gap: var(--space-3);
  min-block-size: 52px;
  padding: var(--space-2) var(--space-3);
  border-radius: var(--radius-m);
  background: var(--surface);
  box-shadow: var(--shadow-1);
  color: var(--ink);
  font-weight: 560;
  text-decoration: none;

  > svg {
    flex: none;
    color: var(--brand);
  }
  &:hover {
    background: var(--brand-soft);
  }
`;

/** Links to the own record, if the user is a patient, and to what other remotes declare for the home screen. */
export function HomeLinks({ hasRecord = false }: { hasRecord?: boolean }) {
  const t = useText(words);
  const links = useNavigation('home');
  if (links.length === 0 && !hasRecord) return null;
  return (
    <Links aria-label={t('home.links')}>
      {hasRecord && (
        <HomeLink to={recordPaths.all(OWN_PROFILE)}>
          <FolderHeart />
          <span>{t('home.record')}</span>
        </HomeLink>
      )}
      {links.map(({ path, label, drawing }) => (
        <HomeLink key={path} to={path}>
          <DrawnIcon strokes={drawing} />
          <span>{label}</span>
        </HomeLink>
      ))}
    </Links>
  );
}
