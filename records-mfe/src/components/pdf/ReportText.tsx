import type { ReactNode } from 'react';
import { Soft, Stack, useLoad, useLocale, useText } from 'shared-ui';
import { AccordionSection } from 'shared-ui/disclosure';
import { styled } from 'styled-components';
import { words } from '../../words.ts';
import { useGlossary } from '../glossary/GlossaryProvider.tsx';
import { formsLanguage, Pieces } from '../glossary/GlossaryText.tsx';
import type { Explained, Term } from '../glossary/match.ts';
import type { OpenPdf } from './open-pdf.ts';
import type { Block } from './report-text.ts';

const Heading = styled.h4`
  margin-block-start: var(--space-2);
`;

/** Returns the pieces of each block; a heading begins a section, in which a term is explained once. */
function useBlockPieces(blocks: readonly Block[], lang: string | null): (string | Term)[][] {
  const glossary = useGlossary();
  const language = formsLanguage(lang, useLocale());
  let explained: Explained = new Set();
  return blocks.map(({ kind, text }) => {
    if (kind === 'heading') explained = new Set();
    return glossary && kind !== 'heading' ? glossary.piecesOfSection(text, language, explained) : [text];
  });
}

/** The document's text, read from its structure: for small screens, large text and screen readers. */
export function ReportText({ pdf, lang }: { pdf: OpenPdf; lang: string | null }) {
  const t = useText(words);
  const { value: blocks = [] } = useLoad(() => pdf.text(), [pdf]);
  const pieces = useBlockPieces(blocks, lang);
  if (blocks.length === 0) return null;
  return (
    <AccordionSection title={t('pdf.asText')}>
      <Stack $gap={8}>
        {blocks.map((block, place) => (
          <Piece key={place} block={block} text={<Pieces pieces={pieces[place] ?? []} lang={lang} />} />
        ))}
      </Stack>
    </AccordionSection>
  );
}

function Piece({ block, text }: { block: Block; text: ReactNode }) {
  const t = useText(words);
  if (block.kind === 'heading') return <Heading>{text}</Heading>;
  if (block.kind === 'figure') return <Soft>{t('pdf.picture', { text: block.text })}</Soft>;
  if (block.kind === 'row') {
    return (
      <p>
        <strong>{block.term}</strong> {text}
      </p>
    );
  }
  return <p>{text}</p>;
}
