import { type ReactNode, use } from 'react';
import { styled } from 'styled-components';
import { TINY_SCREEN } from '../../theme/theme.ts';
import { HeadingLanguage } from '../heading-language.ts';

/** The surface of a card: at most 414 px wide, soft shadow. */
export const Card = styled.div`
  inline-size: 100%;
  max-inline-size: var(--card-max);
  padding: var(--space-4);
  border-radius: var(--radius-m);
  background: var(--surface);
  box-shadow: var(--shadow-1);
`;

const Frame = styled.section`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  align-items: center;
  gap: var(--space-3);
  inline-size: 100%;
  max-inline-size: var(--card-max);
  padding: var(--space-4);
  border-radius: var(--radius-l);
  background: linear-gradient(135deg, var(--next-from), var(--next-to));
  color: var(--on-night);

  p {
    font-size: var(--text-s);
  }
  h2 {
    margin-block: 2px 4px;
    font-size: var(--text-l);
    line-height: 1.3;
  }
  /* The words first, over the whole width. */
  ${TINY_SCREEN} {
    grid-template-columns: minmax(0, 1fr);

    > :nth-child(2) {
      justify-self: end;
    }
  }
`;

interface NextCardProps {
  /** "What happens next". */
  eyebrow: string;
  /** What and where ("X-ray at 11:15 a.m., Level 2"). */
  title: string;
  text?: ReactNode;
  icon?: ReactNode;
  children?: ReactNode;
}

/** Shows what happens next, at the top of the home screen. */
export function NextCard({ eyebrow, title, text, icon, children }: NextCardProps) {
  return (
    <Frame>
      <div>
        <p>{eyebrow}</p>
        <h2 {...use(HeadingLanguage)}>{title}</h2>
        {text && <p>{text}</p>}
        {children}
      </div>
      {icon}
    </Frame>
  );
}
