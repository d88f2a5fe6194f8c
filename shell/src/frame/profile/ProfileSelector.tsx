import type { Profile } from 'mock-api/contract';
import { useLayoutEffect, useRef } from 'react';
import { paths, useDeferredStore, useStore, useText } from 'shared-ui';
import { OWN_PROFILE } from 'shared-ui/contract';
import { badgeOf, ProfileChip, ProfileList, ProfileRow } from 'shared-ui/host';
import { styled } from 'styled-components';
import { words } from '../../words.ts';
import { ManyProfiles } from './ManyProfiles.tsx';

/** Returns the link in a profile's row or chip. */
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
    // Events that arrived meanwhile may have pushed it out of view.
    target?.scrollIntoView({ block: 'nearest' });
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
  profile: Profile;
  isOpen: boolean;
}

/** Returns what a row and a chip show of a profile. */
function useProfileLink({ profile: { id, data }, isOpen }: ProfileLinkProps) {
  const t = useText(words);
  const count = useStore(badgeOf(id));
  return {
    name: `${data.firstName} ${data.lastName}`,
    relation: id === OWN_PROFILE ? t('profiles.you') : t('profiles.youSupport', { name: data.firstName }),
    to: isOpen ? paths.app.root : paths.profile.events(id),
    badge: { count, label: t('profiles.badge', { count }) },
    expanded: isOpen,
  };
}

function RowItem({ onPress, ...link }: ProfileLinkProps & { onPress?: () => void }) {
  return (
    <li data-profile-row={link.profile.id}>
      <ProfileRow {...useProfileLink(link)} onPress={onPress} />
    </li>
  );
}

function ChipItem(link: ProfileLinkProps) {
  return (
    <li data-profile-row={link.profile.id}>
      <ProfileChip {...useProfileLink(link)} />
    </li>
  );
}

/** Up to this number, each profile has a row. More would leave too little of a phone's screen to the page. */
const MAX_ROWS = 2;

interface ProfileSelectorProps {
  /** Profile whose panel is open; pressing its row closes it. */
  openId: number | null;
  /** A panel's tab bar is directly above the rows. */
  isJoined: boolean;
}

/** The profiles at the bottom of the screen, each with its badge (docs/product-rules.md#profile-panel). */
export function ProfileSelector({ openId, isJoined }: ProfileSelectorProps) {
  const t = useText(words);
  const profiles = useDeferredStore((state) => state.profiles.list);
  if (profiles.length === 0) return null;
  const linksOf = profiles.map((profile) => ({ profile, isOpen: openId === profile.id }));
  return (
    <Nav aria-label={t('profiles.label')} data-open={openId !== null || undefined}>
      {profiles.length > MAX_ROWS ? (
        <ManyProfiles
          count={profiles.length}
          openId={openId}
          isJoined={isJoined}
          chips={linksOf.map((link) => <ChipItem key={link.profile.id} {...link} />)}
          rows={(onLeave) => linksOf.map((link) => <RowItem key={link.profile.id} {...link} onPress={onLeave} />)}
        />
      ) : (
        <ProfileList data-joined={isJoined || undefined}>
          {linksOf.map((link) => (
            <RowItem key={link.profile.id} {...link} />
          ))}
        </ProfileList>
      )}
    </Nav>
  );
}
