import ArrowUp from 'lucide-react/icons/arrow-up';
import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { Page, useLocale, useText } from 'shared-ui';
import { styled } from 'styled-components';
import { words } from '../../words-legal.ts';
import type { LegalDocument } from './documents/document.ts';
import { JumpLink, jumpTo } from './JumpLink.tsx';
import { LegalBody } from './LegalBody.tsx';
import { LegalContents } from './LegalContents.tsx';
import { PrintStyles } from './PrintStyles.tsx';
import { formatDay, keepTogether } from './typography.ts';
import { useHistoryBack } from './useHistoryBack.ts';

const CONTENTS = 'legal-contents';

const Paper = styled.article`
  display: flex;
  flex-direction: column;
  gap: var(--space-5);
`;

const Opening = styled.div`
  display: flex;
  flex-direction: column;
  gap: var(--space-3);
`;

const UpLink = styled(JumpLink)`
  display: inline-flex;
  align-items: center;
  align-self: start;
  gap: var(--space-2);
  min-block-size: var(--target);
  font-weight: 640;

  @media print {
    display: none;
  }
`;

/** Opens the document at the section in the URL hash. */
function useLinkedSection() {
  const { hash } = useLocation();
  useEffect(() => {
    if (hash) jumpTo(hash.slice(1));
  }, [hash]);
}

/** A legal document: its edition, a summary, a table of contents and its sections. */
export function LegalPage({ text: { title, date, version, intro, sections } }: { text: LegalDocument }) {
  const t = useText(words);
  const locale = useLocale();
  useLinkedSection();
  return (
    <Page
      title={title}
      intro={<p>{t('edition', { date: formatDay(date, locale), version })}</p>}
      back={useHistoryBack()}
    >
      <PrintStyles />
      <Paper>
        <Opening>
          {intro.map((paragraph) => (
            <p key={paragraph}>{keepTogether(paragraph)}</p>
          ))}
        </Opening>
        <LegalContents id={CONTENTS} sections={sections} />
        <LegalBody sections={sections} />
        <UpLink to={CONTENTS}>
          <ArrowUp />
          {t('backToContents')}
        </UpLink>
      </Paper>
    </Page>
  );
}
