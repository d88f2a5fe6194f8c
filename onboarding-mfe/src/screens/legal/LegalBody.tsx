import type { MouseEvent, ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Card, defineWords, paths, useText } from 'shared-ui';
import { styled } from 'styled-components';
import { SupportContacts } from '../../components/SupportContacts.tsx';
import en from '../../locales/legal.en.json';
import fr from '../../locales/legal.fr.json';
import type { LegalBlock, LegalName, LegalSection } from './documents/document.ts';

/** Translations of the legal screens, loaded with these screens rather than with onboarding's first one. */
export const words = defineWords('onboarding-legal', { en, fr });

/** Keeps « and » and the French colon on the line of their word (Canadian typography; English has no such spaces). */
export const addNonBreakingSpaces = (text: string) => text.replace(/ (?=[:»])/g, '\u00a0').replace(/« /g, '«\u00a0');

/** Scrolls to a heading on this page and focuses it, so that reading continues there. */
export function jumpTo(id: string): void {
  const heading = document.getElementById(id);
  heading?.focus({ preventScroll: true });
  heading?.scrollIntoView();
}

interface JumpLinkProps {
  /** Id of a heading on this page. */
  to: string;
  className?: string;
  children: ReactNode;
}

/**
 * A link to a heading on this page. It adds no history entry, so the back arrow leads to the previous screen rather
 * than the previous section. In a new tab it opens the page at the heading.
 */
export function JumpLink({ to, className, children }: JumpLinkProps) {
  const jump = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    jumpTo(to);
  };
  return (
    <a href={`#${to}`} className={className} onClick={jump}>
      {children}
    </a>
  );
}

const ContentsCard = styled(Card)`
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

const SectionNumber = styled.span`
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
    <ContentsCard as="nav" aria-labelledby={id}>
      <h2 id={id} tabIndex={-1}>
        {t('contents')}
      </h2>
      <ol>
        {sections.map((section, index) => (
          <li key={section.id}>
            <JumpLink to={section.id}>
              <SectionNumber>{index + 1}.</SectionNumber>
              {addNonBreakingSpaces(section.title)}
            </JumpLink>
          </li>
        ))}
      </ol>
    </ContentsCard>
  );
}

const PATH: Record<LegalName, string> = {
  nda: paths.onboarding.ndaLegal,
  privacy: paths.onboarding.privacy,
  terms: paths.onboarding.terms,
};

const Section = styled.section`
  display: flex;
  flex-direction: column;
  gap: var(--space-3);

  h2 {
    font-size: var(--text-l);
    line-height: 1.3;
    scroll-margin-block-start: var(--space-5);
    break-after: avoid;
  }
`;

const List = styled.ul`
  display: flex;
  flex-direction: column;
  gap: var(--space-2);
  margin: 0;
  padding-inline-start: 1.25rem;

  li::marker {
    color: var(--brand);
  }
`;

const DocumentLink = styled(Link)`
  display: inline-flex;
  align-items: center;
  align-self: start;
  min-block-size: var(--target);
  font-weight: 640;
`;

function Block({ block }: { block: LegalBlock }) {
  const t = useText(words);
  if (typeof block === 'string') return <p>{addNonBreakingSpaces(block)}</p>;
  if ('list' in block) {
    return (
      <List>
        {block.list.map((item) => (
          <li key={item}>{addNonBreakingSpaces(item)}</li>
        ))}
      </List>
    );
  }
  if ('read' in block) return <DocumentLink to={PATH[block.read]}>{t(`read.${block.read}`)}</DocumentLink>;
  return <SupportContacts />;
}

/** The sections of a document, numbered as in its table of contents. */
export function LegalBody({ sections }: { sections: LegalSection[] }) {
  return sections.map(({ id, title, blocks }, index) => (
    <Section key={id} aria-labelledby={id}>
      <h2 id={id} tabIndex={-1}>
        {index + 1}. {addNonBreakingSpaces(title)}
      </h2>
      {blocks.map((block) => (
        <Block key={JSON.stringify(block)} block={block} />
      ))}
    </Section>
  ));
}
