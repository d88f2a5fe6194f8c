import { Soft, Stack, useLoad, useText } from 'shared-ui';
import { AccordionSection } from 'shared-ui/disclosure';
import { styled } from 'styled-components';
import { words } from '../../words.ts';
import type { OpenPdf } from './open-pdf.ts';
import type { Block } from './report-text.ts';

const Heading = styled.h4`
  margin-block-start: var(--space-2);
`;

/** The document's text, read from its structure: for small screens, large text and screen readers. */
export function ReportText({ pdf }: { pdf: OpenPdf }) {
  const t = useText(words);
  const { value: blocks = [] } = useLoad(() => pdf.text(), [pdf]);
  if (blocks.length === 0) return null;
  return (
    <AccordionSection title={t('pdf.asText')}>
      <Stack $gap={8}>
        {blocks.map((block, place) => (
          <Piece key={place} block={block} />
        ))}
      </Stack>
    </AccordionSection>
  );
}

function Piece({ block }: { block: Block }) {
  const t = useText(words);
  if (block.kind === 'heading') return <Heading>{block.text}</Heading>;
  if (block.kind === 'figure') return <Soft>{t('pdf.picture', { text: block.text })}</Soft>;
  if (block.kind === 'row') {
    return (
      <p>
        <strong>{block.term}</strong> {block.text}
      </p>
    );
  }
  return <p>{block.text}</p>;
}
