import { paths, useDeferredStore, useStore, useText } from 'shared-ui';
import { badgeOf, ProfileList, ProfileRow } from 'shared-ui/host';
import { styled } from 'styled-components';
import { words } from '../../words.ts';
import { rowOf } from '../hooks/useFocusReturn.ts';

const Nav = styled.nav`
  position: relative;
  z-index: 4;
  flex: none;

  /*
   * A phone held sideways, or type twice as large, leaves no room for both: the open panel comes first, and the rows
   * come back with it lowered.
   */
  @media (max-height: 31.25em) {
    &[data-open] {
      display: none;
    }
  }
`;

interface ProfileLinkProps {
  id: number;
  name: string;
  firstName: string;
  isOpen: boolean;
}

function ProfileLink({ id, name, firstName, isOpen }: ProfileLinkProps) {
  const t = useText(words);
  const count = useStore(badgeOf(id));
  return (
    <ProfileRow
      name={name}
      relation={id === 1 ? t('profiles.you') : t('profiles.youSupport', { name: firstName })}
      to={isOpen ? paths.app.root : paths.profile.events(id)}
      badge={{ count, label: t('profiles.badge', { count }) }}
      expanded={isOpen}
    />
  );
}

interface ProfileSelectorProps {
  /** Profile whose panel is open; pressing its row closes it. */
  openId: number | null;
  /** A panel's tab bar is directly above the rows. */
  isJoined: boolean;
}

/** The profiles at the bottom of the screen, each with its badge. */
export function ProfileSelector({ openId, isJoined }: ProfileSelectorProps) {
  const t = useText(words);
  const profiles = useDeferredStore((state) => state.profiles.list);
  if (profiles.length === 0) return null;
  return (
    <Nav aria-label={t('profiles.label')} data-open={openId !== null || undefined}>
      <ProfileList data-joined={isJoined || undefined}>
        {profiles.map(({ id, data }) => (
          <li key={id} {...rowOf(id)}>
            <ProfileLink
              id={id}
              name={`${data.firstName} ${data.lastName}`}
              firstName={data.firstName}
              isOpen={openId === id}
            />
          </li>
        ))}
      </ProfileList>
    </Nav>
  );
}
