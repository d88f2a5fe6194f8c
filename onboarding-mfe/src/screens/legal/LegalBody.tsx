import { Link } from 'react-router-dom';
import { paths, useText } from 'shared-ui';
import { styled } from 'styled-components';
import { SupportContacts } from '../../components/SupportContacts.tsx';
import { words } from '../../words-legal.ts';
import type { LegalBlock, LegalName, LegalSection } from './documents/document.ts';
import { keepTogether } from './typography.ts';

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
  if (typeof block === 'string') return <p>{keepTogether(block)}</p>;
  if ('list' in block) {
    return (
      <List>
        {block.list.map((item) => (
          <li key={item}>{keepTogether(item)}</li>
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
        {index + 1}. {keepTogether(title)}
      </h2>
      {blocks.map((block) => (
        <Block key={JSON.stringify(block)} block={block} />
      ))}
    </Section>
  ));
}
