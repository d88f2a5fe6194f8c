import ChevronUp from 'lucide-react/icons/chevron-up';
import { type FocusEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useText } from 'shared-ui';
import { ProfileList, ProfileStrip } from 'shared-ui/host';
import { keyframes, styled } from 'styled-components';
import { words } from '../../words.ts';

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
`;

interface ManyProfilesProps {
  count: number;
  /** Profile whose panel is open. */
  openId: number | null;
  isJoined: boolean;
  /** List items of the resting row. */
  chips: ReactNode;
  /** List items of the expanded list; `onLeave` is called when one is pressed. */
  rows(onLeave: () => void): ReactNode;
}

/**
 * The selector for three or more profiles: one row of chips, which leaves the screen to the page, and a button that
 * shows the rows over it. Escape, a tap elsewhere, a second tap or leaving it with Tab closes them.
 */
export function ManyProfiles({ count, openId, isJoined, chips, rows }: ManyProfilesProps) {
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
        {isExpanded && <Rows ref={list}>{rows(() => setIsExpanded(false))}</Rows>}
        <Bar>
          <ProfileStrip ref={strip}>{chips}</ProfileStrip>
          <Toggle
            ref={toggle}
            type="button"
            aria-label={t('profiles.all', { number: count })}
            aria-expanded={isExpanded}
            onClick={() => (isExpanded ? collapse() : setIsExpanded(true))}
          >
            <ChevronUp />
            {t('profiles.allShort', { number: count })}
          </Toggle>
        </Bar>
      </Sheet>
    </>
  );
}
