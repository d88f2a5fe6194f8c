import { Card, Stack, useText } from 'shared-ui';
import { HospitalText, HospitalWordsNote } from 'shared-ui/details';
import { styled } from 'styled-components';
import { words } from '../../words.ts';

const Title = styled.h2`
  font-size: var(--text-l);
`;

/** The report's conclusion in plain words, in the language `lang` if it is not the reader's. */
export function Meaning({ text, lang }: { text: string; lang: string | null }) {
  const t = useText(words);
  return (
    <Card as="section">
      <Stack $gap={8}>
        <Title>{t('result.meaning')}</Title>
        <p>
          <HospitalText lang={lang}>{text}</HospitalText>
        </p>
        <HospitalWordsNote lang={lang} />
      </Stack>
    </Card>
  );
}
