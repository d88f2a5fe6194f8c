import ChevronRight from 'lucide-react/icons/chevron-right';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { styled } from 'styled-components';

/** Capitalizes the first letter, for labels that the product rules write in lower case. */
export const Capital = styled.span`
  display: inline-block;
  max-inline-size: 100%;

  &::first-letter {
    text-transform: uppercase;
  }
`;

const Card = styled(Link)`
  display: flex;
  align-items: center;
  gap: var(--space-3);
  max-inline-size: var(--card-max);
  min-block-size: 60px;
  padding: var(--space-3) var(--space-4);
  border-radius: var(--radius-m);
  background: var(--surface);
  box-shadow: var(--shadow-1);
  color: var(--brand);
  text-decoration: none;

  &:hover {
    background: var(--brand-soft);
  }
  > span {
    flex: 1;
    min-inline-size: 0;
    color: var(--ink);
  }
  b {
    display: block;
    font-size: var(--text-l);
    line-height: 1.3;
  }
  small {
    display: block;
    color: var(--ink-soft);
    font-size: var(--text-s);
  }
`;

interface ChoiceCardProps {
  to: string;
  icon: ReactNode;
  title: string;
  /** What the choice leads to. */
  text?: string;
}

/** A link as large as a card, for screens on which the user chooses how to go on. */
export function ChoiceCard({ to, icon, title, text }: ChoiceCardProps) {
  return (
    <Card to={to}>
      {icon}
      <span>
        <b>
          <Capital>{title}</Capital>
        </b>
        {text && <small>{text}</small>}
      </span>
      <ChevronRight />
    </Card>
  );
}
