import { Card, useText } from 'shared-ui';
import { styled } from 'styled-components';
import { words } from '../../words-legal.ts';
import type { LegalSection } from './documents/document.ts';
import { JumpLink } from './JumpLink.tsx';
import { keepTogether } from './typography.ts';

const Sheet = styled(Card)`
  max-inline-size: none;

  h2 {
    font-size: var(--text-l);
    scroll-margin-block-start: var(--space-5);
  }
  ol {
    margin: var(--space-2) 0 0;
    padding: 0;
    list-style: none;
  }
  a {
    display: flex;
    align-items: center;
    gap: var(--space-2);
    min-block-size: var(--target);
    padding-block: var(--space-1);
    text-decoration: none;
  }
  a:hover {
    text-decoration: underline;
  }
  li + li {
    border-block-start: 1px solid var(--line-color);
  }
`;

const Place = styled.span`
  flex: none;
  min-inline-size: 1.75rem;
  color: var(--ink-soft);
  font-variant-numeric: tabular-nums;
`;

interface LegalContentsProps {
  /** Id of the heading, which is focused when the user returns to the contents. */
  id: string;
  sections: LegalSection[];
}

/** The table of contents: a numbered link to every section. */
export function LegalContents({ id, sections }: LegalContentsProps) {
  const t = useText(words);
  return (
    <Sheet as="nav" aria-labelledby={id}>
      <h2 id={id} tabIndex={-1}>
        {t('contents')}
      </h2>
      <ol>
        {sections.map((section, index) => (
          <li key={section.id}>
            <JumpLink to={section.id}>
              <Place>{index + 1}.</Place>
              {keepTogether(section.title)}
            </JumpLink>
          </li>
        ))}
      </ol>
    </Sheet>
  );
}
