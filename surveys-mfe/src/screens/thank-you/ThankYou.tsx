import { useEffect, useRef } from 'react';
import { Actions, Button, Card, Note, Stack, SuccessMark } from 'shared-ui';
import type { SurveyReceipt } from 'shared-ui/contract';
import { styled } from 'styled-components';
import { answerInWords, type SurveyForm, type Values } from '../../surveys/question.ts';
import type { Language } from '../../words.ts';

/** The scroll margin keeps the success mark in view, even if a long form was scrolled down to its button. */
const Title = styled.h2`
  scroll-margin-block-start: 9rem;
  text-align: center;
`;

const Given = styled.dl`
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

interface ThankYouProps {
  form: SurveyForm;
  language: Language;
  values: Values;
  receipt: SurveyReceipt;
  onDone(): void;
}

/** Thanks the user and repeats the answers. Focus moves to the heading, so that screen readers announce it. */
export function ThankYou({ form, language, values, receipt, onDone }: ThankYouProps) {
  const { t } = language;
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  const given = form.questions.flatMap((question) => {
    const answer = answerInWords(question, values[question.name] ?? null, language);
    return answer ? [{ name: question.name, label: t(question.label), answer }] : [];
  });
  return (
    <Stack $gap={20}>
      <SuccessMark />
      <Title ref={title} tabIndex={-1}>
        {t('thanks.title')}
      </Title>
      {/* Otherwise the app says that closing the page would lose them. */}
      {receipt.status === 'queued' && !receipt.isInMemoryOnly && <Note>{t('thanks.queued')}</Note>}
      <Card>
        <h3>{t('thanks.answers')}</h3>
        <Given>
          {given.map(({ name, label, answer }) => (
            <div key={name}>
              <dt>{label}</dt>
              <dd>{answer}</dd>
            </div>
          ))}
        </Given>
      </Card>
      <Actions>
        <Button onClick={onDone}>{t('thanks.done')}</Button>
      </Actions>
    </Stack>
  );
}
