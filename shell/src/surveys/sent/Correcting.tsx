import { Button, formatDate, formatTime, Note, Row, Stack, useText } from 'shared-ui';
import type { SentSurvey } from '../outbox/index.ts';
import { words } from './words.ts';

interface CorrectingProps {
  sent: SentSurvey;
  onKeep(): void;
}

/** Note above a form that corrects a sent survey: what sending it means, and a button to keep the sent one. */
export default function Correcting({ sent, onKeep }: CorrectingProps) {
  const t = useText(words);
  return (
    <Note live="status" title={t('correcting')}>
      <Stack $gap={8}>
        <p>{t('correctingText', { date: formatDate(sent.sentAt), time: formatTime(sent.sentAt) })}</p>
        <Row>
          <Button variant="plain" compact onClick={onKeep}>
            {t('keep')}
          </Button>
        </Row>
      </Stack>
    </Note>
  );
}
