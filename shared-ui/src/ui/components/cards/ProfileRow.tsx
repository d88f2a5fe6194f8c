import ChevronUp from 'lucide-react/icons/chevron-up';
import { Link } from 'react-router-dom';
import { css, styled } from 'styled-components';
import { SHORT_SCREEN, TINY_SCREEN } from '../../theme/theme.ts';
import { hiddenText, VisuallyHidden } from '../page/Layout.tsx';

/** On top of a picture of the person, rather than next to the name. */
const small = css`
  min-inline-size: min(1.375rem, 24px);
  padding-inline: 0.3125rem;
  border-radius: 0.6875rem;
  font-size: min(var(--text-xs), 18px);
  line-height: min(1.375rem, 24px);
`;

const Pill = styled.span`
  display: inline-block;
  flex: none;
  inline-size: fit-content;
  min-inline-size: 1.75rem;
  padding-inline: 0.5rem;
  border-radius: 0.875rem;
  background: var(--brand);
  color: var(--on-brand);
  font-size: var(--text-s);
  font-weight: 700;
  line-height: 1.75rem;
  text-align: center;

  &[data-small] {
    ${small}
  }
`;

interface BadgeProps {
  count: number;
  /** What the number counts, including the number ("3 need attention"), for screen readers. */
  label: string;
  /** On top of a picture of the person, rather than next to the name. */
  isSmall?: boolean | undefined;
}

/** Shows a count in a pill; nothing at 0, "99+" above 99. */
export function Badge({ count, label, isSmall }: BadgeProps) {
  if (count <= 0) return null;
  return (
    <Pill data-small={isSmall || undefined}>
      <span aria-hidden="true">{count > 99 ? '99+' : count}</span>
      <VisuallyHidden>{label}</VisuallyHidden>
    </Pill>
  );
}

const Disc = styled.span`
  display: grid;
  flex: none;
  place-items: center;
  inline-size: 2.75rem;
  block-size: 2.75rem;
  border-radius: 50%;
  background: var(--brand-soft);
  color: var(--brand-strong);
  font-weight: 700;

  ${SHORT_SCREEN} {
    inline-size: 44px;
    block-size: 44px;
    font-size: min(var(--text-m), 20px);
  }
`;

const TITLE = /^(dre?|mrs?|ms|mme|prof)\.?$|^m\.$/i;

/** Returns the first letters of the first and the last name, at most two, without titles such as "Dr.". */
export function initials(name: string): string {
  const all = name.trim().split(/\s+/);
  const named = all.filter((word) => !TITLE.test(word));
  const words = named.length > 0 ? named : all;
  const ends = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
  return ends.map((word) => [...(word ?? '')][0]?.toLocaleUpperCase() ?? '').join('');
}

/** A disc with a person's initials. Hidden from screen readers, as the name is next to it. */
export function Avatar({ name }: { name: string }) {
  return <Disc aria-hidden="true">{initials(name)}</Disc>;
}

const Row = styled.button`
  display: flex;
  align-items: center;
  gap: var(--space-3);
  inline-size: 100%;
  min-block-size: var(--profile-row);
  padding: var(--space-2) var(--space-4);
  border: 0;
  background: transparent;
  color: var(--ink);
  text-align: inherit;
  text-decoration: none;

  > .lucide-chevron-up {
    transition: transform var(--fade);
  }
  &[aria-expanded='true'] > .lucide-chevron-up {
    transform: rotate(180deg);
  }
  &:focus-visible {
    outline-offset: -3px;
  }
  /* Leaves the space to the name. */
  ${TINY_SCREEN} {
    > .lucide-chevron-up {
      display: none;
    }
  }
`;

const Names = styled.span`
  flex: 1;
  min-inline-size: 0;
  line-height: 1.35;

  b {
    display: block;
    font-weight: 640;
  }
  span {
    color: var(--ink-soft);
    font-size: var(--text-s);
  }
`;

interface ProfileRowProps {
  name: string;
  /** The person's relation to the user: "You", "You support Maya". */
  relation: string;
  badge?: BadgeProps | undefined;
  to?: string | undefined;
  onPress?: (() => void) | undefined;
  /** Whether this person's panel is open above the row; omitted where rows open no panel. */
  expanded?: boolean | undefined;
}

/** One person in the selector at the bottom of the screen: a row of 70 px. */
export function ProfileRow({ name, relation, badge, to, onPress, expanded }: ProfileRowProps) {
  const face = (
    <>
      <Avatar name={name} />
      <Names>
        <b>{name}</b>
        <span>{relation}</span>
      </Names>
      {badge && <Badge {...badge} />}
      <ChevronUp />
    </>
  );
  if (to !== undefined) {
    return (
      <Row as={Link} to={to} onClick={onPress} aria-expanded={expanded}>
        {face}
      </Row>
    );
  }
  return (
    <Row type="button" onClick={onPress} aria-expanded={expanded}>
      {face}
    </Row>
  );
}

/**
 * The selector itself: rows on a sheet with a rounded top over the page; `data-joined` when below a panel. With
 * `data-shrinks`, two rows are side by side on small phones, and large text leaves pictures with names.
 */
export const ProfileList = styled.ul`
  flex: none;
  inline-size: 100%;
  margin: 0;
  padding: 0;
  padding-block-end: env(safe-area-inset-bottom);
  border-radius: var(--radius-l) var(--radius-l) 0 0;
  background: var(--surface);
  box-shadow: var(--shadow-2);
  list-style: none;
  overflow: hidden;

  &[data-joined] {
    border-radius: 0;
    box-shadow: none;
  }
  /* A line that takes no space: the rows stay 70 px. */
  > li + li,
  &[data-joined] > li {
    box-shadow: inset 0 1px var(--line-color);
  }
  > li > * {
    max-inline-size: var(--column);
    margin-inline: auto;
  }
  &[data-shrinks] {
    @container screen (max-block-size: 40rem) {
      display: flex;

      > li {
        flex: 1;
        min-inline-size: 0;
      }
      > li + li {
        box-shadow: inset 1px 0 var(--line-color);
      }
      > li + li ${Row}, > li:has(+ li) ${Row} {
        position: relative;
        gap: var(--space-2);
        padding-inline: var(--space-2);
      }
      > li + li ${Names} > span, > li:has(+ li) ${Names} > span {
        ${hiddenText}
      }
      > li + li .lucide-chevron-up, > li:has(+ li) .lucide-chevron-up {
        display: none;
      }
    }
    /* Leaves the space to the name, which would break within a word. With large text it would cover the initials. */
    @container screen (34rem < block-size <= 40rem) and (inline-size > 16rem) {
      > li + li ${Pill}, > li:has(+ li) ${Pill} {
        position: absolute;
        inset-block-start: var(--space-1);
        inset-inline-start: 2rem;
        ${small}
      }
    }
    ${SHORT_SCREEN} {
      ${Row} {
        min-block-size: 52px;
        padding-block: var(--space-1);
      }
      ${Names} > span {
        ${hiddenText}
      }
    }
    ${TINY_SCREEN} {
      ${Names} > b {
        ${hiddenText}
      }
      ${Pill} {
        font-size: 20px;
        line-height: 32px;
      }
    }
  }
`;

const Chip = styled(Link)`
  position: relative;
  display: grid;
  align-content: center;
  justify-items: center;
  gap: 2px;
  block-size: 100%;
  min-block-size: var(--profile-row);
  padding: var(--space-1);
  border-radius: var(--radius-s);
  color: var(--ink);
  font-size: var(--text-xs);
  font-weight: 600;
  line-height: 1.35;
  text-decoration: none;

  > :first-child {
    inline-size: 2.5rem;
    block-size: 2.5rem;
    font-size: var(--text-s);
  }
  &[aria-expanded='true'] {
    color: var(--brand);
    font-weight: 700;

    > :first-child {
      background: var(--brand);
      color: var(--on-brand);
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
  ${TINY_SCREEN} {
    min-block-size: 52px;

    > :first-child {
      inline-size: 44px;
      block-size: 44px;
    }
  }
`;

const Name = styled.span`
  max-inline-size: 100%;
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;

  ${TINY_SCREEN} {
    ${hiddenText}
  }
`;

const Count = styled.span`
  position: absolute;
  inset-block-start: 3px;
  inset-inline-start: calc(50% + min(0.75rem, 12px));
`;

interface ProfileChipProps {
  name: string;
  /** The person's relation to the user ("You", "You support Maya"), for screen readers. */
  relation: string;
  badge: BadgeProps;
  to: string;
  /** Whether this person's panel is open above. */
  expanded: boolean;
}

/** One person in the selector while it rests as a single row: initials, name and badge. */
export function ProfileChip({ name, relation, badge, to, expanded }: ProfileChipProps) {
  return (
    <Chip to={to} aria-expanded={expanded}>
      <Avatar name={name} />
      <Name>{name}</Name>
      <VisuallyHidden>{relation}</VisuallyHidden>
      <Count>
        <Badge {...badge} isSmall />
      </Count>
    </Chip>
  );
}

/** Chips side by side in 70 px. They scroll sideways when they don't fit. */
export const ProfileStrip = styled.ul`
  display: flex;
  flex: 1;
  min-inline-size: 0;
  margin: 0;
  padding: 0;
  list-style: none;
  overflow-x: auto;
  overscroll-behavior-x: contain;
  scrollbar-width: none;

  > li {
    flex: 1 0 min(5.25rem, 32vw);
    min-inline-size: 0;
    max-inline-size: 7.5rem;
  }
  ${TINY_SCREEN} {
    > li {
      flex-basis: 56px;
    }
  }
`;
