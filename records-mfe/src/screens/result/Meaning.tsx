import { Card, Stack, useText } from 'shared-ui';
import { HospitalWordsNote } from 'shared-ui/details';
import { styled } from 'styled-components';
import { GlossaryText } from '../../components/glossary/GlossaryText.tsx';
import { words } from '../../words.ts';

const Title = styled.h2`
  font-size: var(--text-l);
`;

/** Reports come with line ends that separate findings. */
const Written = styled.p`
  white-space: pre-line;
`;

/** The report's conclusion in plain words, in the language `lang` if it is not the reader's. */
export function Meaning({ text, lang }: { text: string; lang: string | null }) {
  const t = useText(words);
  return (
    <Card as="section">
      <Stack $gap={8}>
        <Title>{t('result.meaning')}</Title>
        <Written>
          <GlossaryText text={text} lang={lang} />
        </Written>
        <HospitalWordsNote lang={lang} />
      </Stack>
    </Card>
  );
}
