import { Link } from 'react-router-dom';
import { styled } from 'styled-components';
import { VisuallyHidden } from '../page/Layout.tsx';
import { Avatar, Badge, type BadgeProps } from './ProfileRow.tsx';

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
`;

const Name = styled.span`
  max-inline-size: 100%;
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;
`;

const Count = styled.span`
  position: absolute;
  inset-block-start: 3px;
  inset-inline-start: calc(50% + 0.75rem);
`;

export interface ProfileChipProps {
  name: string;
  /** The person's relation to the user ("You", "You support Maya"), for screen readers. */
  relation: string;
  badge: BadgeProps;
  /** Route of the profile. */
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
`;
