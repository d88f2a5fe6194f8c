import Share2 from 'lucide-react/icons/share-2';
import type { QuestionsTicked, Result } from 'mock-api/contract';
import { useState } from 'react';
import { Button, Card, call, LinkButton, Note, readThrough, Skeleton, Stack, useLoad, useText } from 'shared-ui';
import { CheckboxField } from 'shared-ui/forms';
import { styled } from 'styled-components';
import { words } from '../../../words.ts';

const questionsPath = (resultId: string) => `v1/results/${encodeURIComponent(resultId)}/questions`;

/** Fetches which of a result's questions the user has ticked. */
const fetchTickedQuestions = (resultId: string) => readThrough<QuestionsTicked>(questionsPath(resultId));

/** Saves the indexes of all ticked questions of a result. */
const saveTickedQuestions = (resultId: string, ticked: number[]) =>
  call<QuestionsTicked>('post', questionsPath(resultId), { ticked });

interface Ticks {
  /** Indexes of the ticked questions, in order; empty until they are known. */
  ticked: number[];
  state: 'loading' | 'ready' | 'failed';
  /** Ticks or unticks a question immediately, and reverts it if saving fails. */
  tick(index: number, isTicked: boolean): Promise<void>;
  retry(): void;
}

/** Returns which of a result's questions the user has ticked, as stored by the server. */
function useTicks(resultId: string, questions: string[]): Ticks {
  // Other questions have other places.
  const load = () => fetchTickedQuestions(resultId);
  const { state, value, retry } = useLoad(load, [resultId, questions.join('\n')]);
  // Local changes apply only to the fetched value on which they were made.
  const [changed, setChanged] = useState<{ in: typeof value; ticked: number[] }>();
  const ticked = (changed?.in === value ? changed?.ticked : value?.ticked) ?? [];
  const setTicked = (next: number[]) => setChanged({ in: value, ticked: next });

  const tick = async (index: number, isTicked: boolean) => {
    const before = ticked;
    const others = before.filter((other) => other !== index);
    const next = isTicked ? [...others, index].sort((a, b) => a - b) : others;
    setTicked(next);
    try {
      await saveTickedQuestions(resultId, next);
    } catch (error) {
      setTicked(before);
      throw error;
    }
  };
  return { ticked, state, tick, retry };
}

/** Outcome of sharing. `unable`: the browser can neither share nor copy. */
type Shared = 'shared' | 'copied' | 'cancelled' | 'unable';

/** Opens the system's share sheet with a text, or copies the text if that is not possible. */
async function shareText(title: string, text: string): Promise<Shared> {
  if (typeof navigator.share === 'function') {
    try {
      await navigator.share({ title, text });
      return 'shared';
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return 'cancelled';
      console.info('Failed to open the share sheet', error);
    }
  }
  try {
    await navigator.clipboard.writeText(text);
    return 'copied';
  } catch (error) {
    console.info('Failed to copy the text', error);
    return 'unable';
  }
}

/** Returns a `mailto:` link without a recipient. */
const mailLink = (title: string, text: string) =>
  `mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(text)}`;

const List = styled(Stack)`
  > li + li {
    border-block-start: 1px solid var(--line-color);
  }
`;

const Plain = styled.p`
  padding-block: 10px;
`;

type Notice = Shared | 'notSaved' | null;

/** Questions for the doctor to tick and share. Ticks are saved with the result. */
export function QuestionsView({ result: { id, name, questions } }: { result: Result }) {
  const t = useText(words);
  const [notice, setNotice] = useState<Notice>(null);
  const ticks = useTicks(id, questions);
  const { ticked } = ticks;
  const chosen = ticked.length > 0 ? ticked : questions.map((_, index) => index);
  const title = t('questions.subject', { name });
  const text = [title, ...chosen.map((index) => `• ${questions[index] ?? ''}`)].join('\n');

  const tick = (index: number, isTicked: boolean) => {
    setNotice(null);
    ticks.tick(index, isTicked).catch((error) => {
      console.info('Failed to save a ticked question', error);
      setNotice('notSaved');
    });
  };

  if (ticks.state === 'loading')
    return <Skeleton label={t('questions.loading')} count={questions.length} shape="text" />;
  return (
    <Stack>
      <p>{t('questions.intro')}</p>
      <Card>
        <Questions {...{ questions, ticks, tick }} />
      </Card>
      {ticks.state === 'failed' && (
        <Note tone="warning" live="alert">
          <p>{t('questions.unknown')}</p>
          <Button variant="plain" compact onClick={ticks.retry}>
            {t('viewer.again')}
          </Button>
        </Note>
      )}
      <Button icon={<Share2 />} onClick={async () => setNotice(await shareText(title, text))}>
        {ticked.length > 0 ? t('questions.share', { count: ticked.length }) : t('questions.shareAll')}
      </Button>
      <ShareNotice notice={notice} mail={mailLink(title, text)} />
    </Stack>
  );
}

interface QuestionsProps {
  questions: string[];
  ticks: Ticks;
  tick(index: number, isTicked: boolean): void;
}

/** If the saved ticks are unknown, nothing can be ticked: saving would overwrite them. */
function Questions({ questions, ticks, tick }: QuestionsProps) {
  return (
    <List as="ul" $gap={0}>
      {questions.map((question, index) => (
        <li key={question}>
          {ticks.state === 'failed' ? (
            <Plain>{question}</Plain>
          ) : (
            <CheckboxField
              label={question}
              name={`question-${index}`}
              value={ticks.ticked.includes(index)}
              onChange={(isTicked) => tick(index, isTicked)}
            />
          )}
        </li>
      ))}
    </List>
  );
}

function ShareNotice({ notice, mail }: { notice: Notice; mail: string }) {
  const t = useText(words);
  if (notice === 'copied') {
    return (
      <Note tone="success" live="status">
        {t('questions.copied')}
      </Note>
    );
  }
  if (notice === 'notSaved') {
    return (
      <Note tone="warning" live="alert">
        {t('questions.notKept')}
      </Note>
    );
  }
  if (notice !== 'unable') return null;
  return (
    <Note tone="warning" live="alert">
      <p>{t('questions.unable')}</p>
      <LinkButton variant="plain" compact href={mail}>
        {t('questions.mail')}
      </LinkButton>
    </Note>
  );
}
