import type { DailyQuestion } from 'mock-api/contract';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Button, Row, Stack, useSubmit, useText } from 'shared-ui';
import { OWN_PROFILE } from 'shared-ui/contract';
import { dailyPath } from '../../api/daily.ts';
import { FailureNote } from '../SectionForm.tsx';
import { ANSWERS, type Answer, type Sent, sendAnswer, words } from './daily.ts';

/** State of the screen's address: what was chosen on the card. */
export interface DailyState {
  sent?: Sent;
  isWorried?: boolean;
}

interface Props {
  question: DailyQuestion;
  /** Defaults to opening the screen of the question with it. */
  onChosen?(chosen: DailyState): void;
}

/** The answers to today's question, each at one tap; yes asks for words first. On home, the screen shows what follows. */
export default function DailyCard({ question, onChosen }: Props) {
  const t = useText(words);
  const navigate = useNavigate();
  const choose = onChosen ?? ((chosen: DailyState) => navigate(dailyPath(OWN_PROFILE), { state: chosen }));
  const [pressed, setPressed] = useState<Answer>();
  const { state, submit } = useSubmit(async (answer: Answer) => {
    setPressed(answer);
    choose({ sent: await sendAnswer({ ...question, answer }) });
  });
  const isSending = state === 'sending';
  return (
    <Stack $gap={8}>
      <Row $gap={8}>
        {ANSWERS[question.kind].map((answer) => (
          <Button
            key={answer}
            compact
            variant="ghost"
            busy={isSending && pressed === answer}
            disabled={isSending && pressed !== answer}
            onClick={() => void submit(answer)}
          >
            {t(`answers.${answer}`)}
          </Button>
        ))}
        {question.kind === 'worry' && (
          <Button compact variant="ghost" disabled={isSending} onClick={() => choose({ isWorried: true })}>
            {t('answers.yes')}
          </Button>
        )}
      </Row>
      {state === 'failed' && <FailureNote>{t('sendFailed')}</FailureNote>}
    </Stack>
  );
}
