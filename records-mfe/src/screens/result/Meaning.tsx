import { Card, Stack, useText } from 'shared-ui';
import { styled } from 'styled-components';
import { words } from '../../words.ts';

const Title = styled.h2`
  font-size: var(--text-l);
`;

/** The report's conclusion in plain words. */
export function Meaning({ text }: { text: string }) {
  const t = useText(words);
  return (
    <Card as="section">
      <Stack $gap={8}>
        <Title>{t('result.meaning')}</Title>
        <p>{text}</p>
      </Stack>
    </Card>
  );
}
