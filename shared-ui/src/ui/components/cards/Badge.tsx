import { styled } from 'styled-components';
import { VisuallyHidden } from '../page/VisuallyHidden.tsx';

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
`;

export interface BadgeProps {
  count: number;
  /** What the number counts, including the number ("3 need attention"), for screen readers. */
  label: string;
}

/** Shows a count in a pill; nothing at 0, "99+" above 99. */
export function Badge({ count, label }: BadgeProps) {
  if (count <= 0) return null;
  return (
    <Pill>
      <span aria-hidden="true">{count > 99 ? '99+' : count}</span>
      <VisuallyHidden>{label}</VisuallyHidden>
    </Pill>
  );
}
