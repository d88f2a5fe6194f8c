import MailCheck from 'lucide-react/icons/mail-check';
import {
  Actions,
  Button,
  Card,
  formatDate,
  formatTime,
  LANGUAGE_TAG,
  Note,
  Stack,
  useLocale,
  useText,
} from 'shared-ui';
import type { SurveyKind } from 'shared-ui/contract';
import { styled } from 'styled-components';
import type { SentSurvey } from '../outbox/index.ts';
import { labelledAnswers } from './labels.ts';
import { words } from './words.ts';

const List = styled.dl`
  display: grid;
  gap: var(--space-4);
  margin: var(--space-4) 0 0;

  dt {
    color: var(--ink-soft);
    font-size: var(--text-s);
  }
  dd {
    margin: 0;
    font-weight: 620;
    white-space: pre-line;
    overflow-wrap: anywhere;
  }
`;

export interface SentAnswersProps {
  survey: SurveyKind;
  sent: SentSurvey;
  onEdit(): void;
  onDone(): void;
}

/** Shown instead of a form that was sent: what the hospital received, when, and a button to correct it. */
export default function SentAnswers({ survey, sent, onEdit, onDone }: SentAnswersProps) {
  const t = useText(words);
  const tag = LANGUAGE_TAG[useLocale()];
  const answers = labelledAnswers(survey, sent.responses ?? [], t, (value) => value.toLocaleString(tag));
  return (
    <Stack>
      <Note tone="success" icon={<MailCheck />} live="status" title={t('title')}>
        <p>{t('when', { date: formatDate(sent.sentAt), time: formatTime(sent.sentAt) })}</p>
      </Note>
      <Card>
        {answers.length === 0 ? (
          <p>{t('elsewhere')}</p>
        ) : (
          <>
            <h2>{t('answers')}</h2>
            <List>
              {answers.map(({ question, label, answer }) => (
                <div key={question}>
                  <dt>{label}</dt>
                  <dd>{answer}</dd>
                </div>
              ))}
            </List>
          </>
        )}
      </Card>
      <Actions>
        <Button onClick={onDone}>{t('done')}</Button>
        <Button variant="ghost" onClick={onEdit}>
          {t('edit')}
        </Button>
      </Actions>
    </Stack>
  );
}
