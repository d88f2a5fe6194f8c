import Check from 'lucide-react/icons/check';
import CircleCheck from 'lucide-react/icons/circle-check';
import Undo from 'lucide-react/icons/undo-2';
import type { RoundsQuestion } from 'mock-api/contract';
import { useEffect, useId, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import {
  ApiFailure,
  Button,
  Card,
  call,
  callPut,
  formatMoment,
  LinkButton,
  LiveRegion,
  Note,
  paths,
  Row,
  SectionTitle,
  Soft,
  Stack,
  useProfile,
  useSubmit,
  useText,
  VisuallyHidden,
} from 'shared-ui';
import { questionPath } from 'shared-ui/contract';
import { ConfirmDialog } from 'shared-ui/dialog';
import { styled } from 'styled-components';
import { Paragraphs } from '../../components/EventText.tsx';
import { FailureNote } from '../../components/SectionForm.tsx';
import { useNavigationState } from '../../components/useNavigationState.ts';
import { dropDraft, QuestionForm, questionUrl } from './QuestionForm.tsx';
import { words } from './words.ts';

/** Navigation state from the form to the plan: the question that was just written. */
export interface WrittenState {
  written: string;
}

type Done = 'nowAnswered' | 'nowOpen' | 'nowRemoved';

interface QuestionsProps {
  questions: readonly RoundsQuestion[];
  reload(): void;
}

/** The list of questions for the next visit, which patients tick off with their care team; answered ones apart. */
export function Questions({ questions, reload }: QuestionsProps) {
  const t = useText(words);
  const { id: profileId } = useProfile();
  const written = useNavigationState<WrittenState>()?.written;
  const titleId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const [message, setMessage] = useState('');
  const [editedId, setEditedId] = useState<string>();
  // The button that was pressed is no longer there.
  const focus = () => heading.current?.focus();
  const onDone = (done: Done) => {
    setMessage(t(done));
    reload();
    focus();
  };
  useEffect(() => {
    if (written) heading.current?.focus();
  }, [written]);
  const stopEditing = () => {
    setEditedId(undefined);
    focus();
  };
  const open = questions.filter(({ answeredAt }) => answeredAt === null);
  const answered = questions.filter(({ answeredAt }) => answeredAt !== null);
  return (
    <Stack as="section" $gap={12} aria-labelledby={titleId}>
      <Title ref={heading} id={titleId} tabIndex={-1}>
        {t('questionsTitle')}
      </Title>
      <Soft>{t('questionsText')}</Soft>
      <LiveRegion message={message} />
      {questions.some(({ id }) => id === written) && (
        <Note tone="success" live="status">
          {t('onList')}
        </Note>
      )}
      {open.length === 0 && <p>{t('questionsNone')}</p>}
      {open.length > 0 && (
        <Stack as="ul">
          {open.map((question) => (
            <li key={question.id}>
              {question.id === editedId ? (
                <Card>
                  <QuestionForm
                    profileId={profileId}
                    draftKey={question.id}
                    question={question}
                    save={t('save')}
                    onSaved={() => {
                      reload();
                      stopEditing();
                    }}
                    after={
                      <Button
                        type="button"
                        variant="plain"
                        onClick={() => void dropDraft(question.id).then(stopEditing)}
                      >
                        {t('keepText')}
                      </Button>
                    }
                  />
                </Card>
              ) : (
                <Question question={question} onDone={onDone} onChange={() => setEditedId(question.id)} />
              )}
            </li>
          ))}
        </Stack>
      )}
      <LinkButton variant="ghost" to={questionPath(profileId)}>
        {t('write')}
      </LinkButton>
      {answered.length > 0 && (
        <>
          <h3>{t('answeredTitle')}</h3>
          <Stack as="ul">
            {answered.map((question) => (
              <li key={question.id}>
                <Question question={question} onDone={onDone} />
              </li>
            ))}
          </Stack>
        </>
      )}
    </Stack>
  );
}

/** Removes a question; one that is no longer there is removed already. @throws ApiFailure */
async function removeQuestion(profileId: number, id: string): Promise<void> {
  try {
    await call<void>('delete', questionUrl(profileId, id));
  } catch (error) {
    if (!(error instanceof ApiFailure) || error.status !== 404) throw error;
  }
}

const Title = styled(SectionTitle)`
  scroll-margin-block-start: var(--space-6);
`;

const Marked = styled.strong`
  --icon: 1.125rem;
  display: inline-flex;
  align-items: center;
  gap: 6px;
  color: var(--act);
  font-size: var(--text-s);
`;

interface QuestionProps {
  question: RoundsQuestion;
  onDone(done: Done): void;
  /** Opens the form for its words; none for an answered question. */
  onChange?: () => void;
}

/** A question, what it is about, and what can be done about it. */
function Question({ question, onDone, onChange }: QuestionProps) {
  const t = useText(words);
  const { id: profileId } = useProfile();
  const [isRemoving, setIsRemoving] = useState(false);
  const { id, about, answeredAt, isYours, text, who } = question;
  const isAnswered = answeredAt !== null;
  const { state, submit } = useSubmit(async (change: () => Promise<void>, done: Done) => {
    await change();
    onDone(done);
  });
  const tick = () =>
    void submit(
      () => callPut<void>(`${questionUrl(profileId, id)}/answered`, { isAnswered: !isAnswered }),
      isAnswered ? 'nowOpen' : 'nowAnswered',
    );
  const remove = () => {
    setIsRemoving(false);
    void submit(() => removeQuestion(profileId, id), 'nowRemoved');
  };
  return (
    <Card as="article">
      <Stack $gap={8}>
        {isAnswered && (
          <Marked>
            <CircleCheck />
            {t('answeredOn', { when: formatMoment(answeredAt) })}
          </Marked>
        )}
        <Paragraphs text={text} />
        {about && <Subject about={about} />}
        {!isYours && <Soft>{t('askedBy', { name: who })}</Soft>}
        {state === 'failed' && <FailureNote>{t('notChanged')}</FailureNote>}
        <Row $gap={8}>
          <Button
            variant="ghost"
            compact
            icon={isAnswered ? <Undo /> : <Check />}
            busy={state === 'sending'}
            onClick={tick}
          >
            <Named label={isAnswered ? t('askAgain') : t('markAnswered')} of={text} />
          </Button>
          {isYours && onChange && (
            <Button variant="plain" compact onClick={onChange}>
              <Named label={t('change')} of={text} />
            </Button>
          )}
          <Button variant="plain" compact onClick={() => setIsRemoving(true)}>
            <Named label={t('remove')} of={text} />
          </Button>
        </Row>
        <ConfirmDialog
          open={isRemoving}
          title={t('removeTitle')}
          confirmLabel={t('remove')}
          cancelLabel={t('keep')}
          danger
          onConfirm={remove}
          onCancel={() => setIsRemoving(false)}
        >
          <p>{text}</p>
        </ConfirmDialog>
      </Stack>
    </Card>
  );
}

/** Label of a button, which says for screen readers which question it is for. */
function Named({ label, of }: { label: string; of: string }) {
  return (
    <span>
      {label} <VisuallyHidden>{of}</VisuallyHidden>
    </span>
  );
}

const SUBJECT_PATHS: Readonly<Record<string, (profileId: number, id: string) => string>> = {
  event: paths.profile.event,
  result: paths.profile.result,
  'care-plan': paths.profile.carePlan,
};

/** Link to what a question is about. */
function Subject({ about: { type, id, title } }: { about: NonNullable<RoundsQuestion['about']> }) {
  const t = useText(words);
  const { id: profileId } = useProfile();
  const to = SUBJECT_PATHS[type]?.(profileId, id);
  if (title === null || to === undefined) return null;
  return (
    <p>
      <Link to={to}>{t('about', { title })}</Link>
    </p>
  );
}
