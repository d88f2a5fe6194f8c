import { Card, Stack, useText } from 'shared-ui';
import { words } from '../../words.ts';

/** What the report concludes, in plain words. */
export function Meaning({ text }: { text: string }) {
  const t = useText(words);
  return (
    <Card as="section">
      <Stack $gap={8}>
        <h2>{t('result.meaning')}</h2>
        <p>{text}</p>
      </Stack>
    </Card>
  );
}
