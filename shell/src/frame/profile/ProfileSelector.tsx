import ChevronUp from 'lucide-react/icons/chevron-up';
import type { Profile } from 'mock-api/contract';
import { type FocusEvent, type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { paths, useDeferredStore, useStore, useText } from 'shared-ui';
import { OWN_PROFILE } from 'shared-ui/contract';
import { badgeOf, ProfileChip, ProfileList, ProfileRow, ProfileStrip, TINY_SCREEN } from 'shared-ui/host';
import { keyframes, styled } from 'styled-components';
import { words } from '../../words.ts';

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
   * The smallest phones, those held sideways, and large text leave no space for both: the panel hides the rows until it
   * is closed.
   */
  @container screen (max-block-size: 31.25rem) or ((max-block-size: 36rem) and (max-inline-size: 30rem)) {
    &[data-joined] {
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

const Scrim = styled.div`
  position: fixed;
  inset: 0;
  background: var(--scrim);
`;

const Sheet = styled.div`
  position: relative;
  border-radius: var(--radius-l) var(--radius-l) 0 0;
  background: var(--surface);
  box-shadow: var(--shadow-2);

  &[data-joined],
  &[data-expanded] {
    border-radius: 0;
    box-shadow: inset 0 1px var(--line-color);
  }
`;

const appear = keyframes`from { opacity: 0; transform: translateY(2rem) }`;

/* Over the page, so that the page stays where it is. Percent: the height of the resting row. */
const Rows = styled(ProfileList)`
  position: absolute;
  inset-block-end: 100%;
  max-block-size: calc(var(--screen) - var(--top-bar) - 100%);
  padding-block-end: 0;
  overflow-y: auto;
  overscroll-behavior: contain;
  animation: ${appear} var(--fade) var(--ease);
`;

/* The same row in both states: a second tap on the button closes the list. */
const Bar = styled.div`
  display: flex;
  max-inline-size: var(--column);
  margin-inline: auto;
  padding-inline: var(--space-2);
  padding-block-end: env(safe-area-inset-bottom);

  /* Keeps its height, so that the page behind doesn't move. */
  [data-expanded] > & > ul {
    flex: none;
    inline-size: 0;
    visibility: hidden;
  }
`;

const Toggle = styled.button`
  display: grid;
  flex: none;
  align-content: center;
  justify-items: center;
  gap: 2px;
  min-inline-size: 3.5rem;
  min-block-size: var(--profile-row);
  padding: var(--space-1) var(--space-2);
  border: 0;
  border-radius: var(--radius-s);
  background: transparent;
  color: var(--brand);
  font-size: var(--text-xs);
  font-weight: 650;
  line-height: 1.35;

  > svg {
    transition: transform var(--fade);
  }
  &[aria-expanded='true'] {
    flex: 1;

    > svg {
      transform: rotate(180deg);
    }
  }
  @media (hover: hover) {
    &:hover {
      background: var(--brand-soft);
    }
  }
  &:focus-visible {
    outline-offset: -3px;
  }
  /* Its name is the button's label, too. */
  ${TINY_SCREEN} {
    min-inline-size: 52px;
    min-block-size: 52px;

    > span {
      display: none;
    }
  }
`;

interface ProfileSelectorProps {
  /** Profile whose panel is open; pressing its row closes it. */
  openId: number | null;
  /** A panel's tab bar is directly above the rows. */
  isJoined: boolean;
}

interface ManyProfilesProps extends ProfileSelectorProps {
  links: ProfileLinkProps[];
}

/**
 * The selector for three or more profiles: one row of chips, which leaves the screen to the page, and a button that
 * shows the rows over it. Escape, a tap elsewhere, a second tap or leaving it with Tab closes them.
 */
function ManyProfiles({ links, openId, isJoined }: ManyProfilesProps) {
  const t = useText(words);
  const [isExpanded, setIsExpanded] = useState(false);
  const sheet = useRef<HTMLDivElement>(null);
  const strip = useRef<HTMLUListElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const toggle = useRef<HTMLButtonElement>(null);

  const collapse = () => {
    setIsExpanded(false);
    toggle.current?.focus({ preventScroll: true });
  };
  useEffect(() => {
    if (!isExpanded) return;
    // The rows come before the button, so reading starts there.
    const current = list.current?.querySelector<HTMLElement>('[aria-expanded=true]');
    (current ?? list.current?.querySelector('a'))?.focus();
  }, [isExpanded]);
  useEffect(() => {
    if (openId === null) return;
    strip.current?.querySelector('[aria-expanded=true]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [openId]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && isExpanded) collapse();
  };
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    // Null for a tap on something that takes no focus, as the scrim.
    if (relatedTarget && !sheet.current?.contains(relatedTarget)) setIsExpanded(false);
  };
  return (
    <>
      {isExpanded && <Scrim onClick={collapse} />}
      <Sheet
        ref={sheet}
        data-joined={isJoined || undefined}
        data-expanded={isExpanded || undefined}
        onKeyDown={onKeyDown}
        onBlur={onBlur}
      >
        {isExpanded && (
          <Rows ref={list}>
            {links.map((link) => (
              <RowItem key={link.profile.id} {...link} onPress={() => setIsExpanded(false)} />
            ))}
          </Rows>
        )}
        <Bar>
          <ProfileStrip ref={strip}>
            {links.map((link) => (
              <ChipItem key={link.profile.id} {...link} />
            ))}
          </ProfileStrip>
          <Toggle
            ref={toggle}
            type="button"
            aria-label={t('profiles.all', { number: links.length })}
            aria-expanded={isExpanded}
            onClick={() => (isExpanded ? collapse() : setIsExpanded(true))}
          >
            <ChevronUp />
            <span>{t('profiles.allShort', { number: links.length })}</span>
          </Toggle>
        </Bar>
      </Sheet>
    </>
  );
}

/** Up to this number, each profile has a row. More would leave too little of a phone's screen to the page. */
const MAX_ROWS = 2;

/** The profiles at the bottom of the screen, each with its badge (docs/product-rules.md#profile-panel). */
export function ProfileSelector({ openId, isJoined }: ProfileSelectorProps) {
  const t = useText(words);
  const profiles = useDeferredStore((state) => state.profiles.list);
  if (profiles.length === 0) return null;
  const links = profiles.map((profile) => ({ profile, isOpen: openId === profile.id }));
  return (
    <Nav aria-label={t('profiles.label')} data-joined={isJoined || undefined}>
      {profiles.length > MAX_ROWS ? (
        <ManyProfiles links={links} openId={openId} isJoined={isJoined} />
      ) : (
        <ProfileList data-joined={isJoined || undefined} data-shrinks>
          {links.map((link) => (
            <RowItem key={link.profile.id} {...link} />
          ))}
        </ProfileList>
      )}
    </Nav>
  );
}
