import { useLayoutEffect, useRef } from 'react';
import { paths, useDeferredStore, useStore, useText } from 'shared-ui';
import { badgeOf, ProfileList, ProfileRow } from 'shared-ui/host';
import { styled } from 'styled-components';
import { words } from '../../words.ts';

/** Returns the attribute that marks a profile's row in the selector, so that focus can return to it. */
const rowOf = (profileId: number) => ({ 'data-profile-row': profileId });

const findRow = (profileId: number) => document.querySelector<HTMLElement>(`[data-profile-row="${profileId}"] a`);

/**
 * Returns focus when a panel closes: to the element that opened it, or to the profile's row if that element was
 * removed. A panel opened directly by its URL has no opener; the page's heading takes the focus.
 */
export function useFocusReturn(profileId: number | null): void {
  const opened = useRef<{ by: Element | null; profileId: number } | null>(null);
  const before = useRef(profileId);
  useLayoutEffect(() => {
    const wasIn = before.current;
    before.current = profileId;
    if (profileId !== null) {
      if (wasIn === null) opened.current = { by: document.activeElement, profileId };
      return;
    }
    if (wasIn === null || !opened.current) return;
    const { by, profileId: first } = opened.current;
    opened.current = null;
    const isStillInPage = by instanceof HTMLElement && by.isConnected && by !== document.body;
    const target = isStillInPage && first === wasIn ? by : findRow(wasIn);
    target?.focus({ preventScroll: true });
  }, [profileId]);
}

const Nav = styled.nav`
  position: relative;
  z-index: 4;
  flex: none;

  /*
   * A phone held sideways, or type twice as large, leaves no space for both: the open panel hides the rows until
   * it is lowered.
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
