import Check from 'lucide-react/icons/check';
import Undo from 'lucide-react/icons/undo-2';
import type { RoundsQuestion } from 'mock-api/contract';
import { Button, formatMoment, Soft, useSubmit, useText, VisuallyHidden } from 'shared-ui';
import { styled } from 'styled-components';
import { tickQuestion } from '../../api/patients.ts';
import { Failure } from '../../components/feedback.tsx';
import { type PatientSectionProps, RuledList, Section } from '../../components/Section.tsx';
import { words } from '../../words.ts';

const Body = styled.div`
  flex: 1 1 12rem;
  min-inline-size: 0;
  white-space: pre-line;
`;

interface QuestionsSectionProps extends PatientSectionProps {
  questions: readonly RoundsQuestion[];
  reload(): void;
}

/** What the patient and supporters want to ask at the next visit: staff tick it off; answered questions are apart. */
export function QuestionsSection({ questions, ...of }: QuestionsSectionProps) {
  const t = useText(words);
  const open = questions.filter(({ answeredAt }) => answeredAt === null);
  const answered = questions.filter(({ answeredAt }) => answeredAt !== null);
  const list = (shown: readonly RoundsQuestion[]) => (
    <RuledList>
      {shown.map((question) => (
        <Item key={question.id} question={question} {...of} />
      ))}
    </RuledList>
  );
  return (
    <Section title={t('rounds.title')}>
      {open.length > 0 ? list(open) : <Soft>{t('rounds.none')}</Soft>}
      {answered.length > 0 && (
        <>
          <h3>{t('rounds.answered')}</h3>
          {list(answered)}
        </>
      )}
    </Section>
  );
}

interface ItemProps extends Omit<QuestionsSectionProps, 'questions'> {
  question: RoundsQuestion;
}

function Item({ question, patient, onDone, reload }: ItemProps) {
  const t = useText(words);
  const { id, text, about, who, createdAt, answeredAt } = question;
  const isAnswered = answeredAt !== null;
  const { state, error, submit } = useSubmit(async () => {
    await tickQuestion(patient.id, id, !isAnswered);
    onDone(isAnswered ? t('rounds.reopened') : t('rounds.ticked'));
    reload();
  });
  return (
    <li>
      <Body>
        <p>{text}</p>
        {about?.title && <Soft>{t('rounds.about', { title: about.title })}</Soft>}
        <Soft>
          {isAnswered
            ? t('rounds.tickedAt', { who, when: formatMoment(answeredAt) })
            : t('rounds.askedAt', { who, when: formatMoment(createdAt) })}
        </Soft>
        <Failure error={error} />
      </Body>
      <Button
        compact
        variant={isAnswered ? 'plain' : 'ghost'}
        icon={isAnswered ? <Undo /> : <Check />}
        busy={state === 'sending'}
        onClick={() => void submit()}
      >
        <span>
          {isAnswered ? t('rounds.reopen') : t('rounds.tick')} <VisuallyHidden>{text}</VisuallyHidden>
        </span>
      </Button>
    </li>
  );
}
