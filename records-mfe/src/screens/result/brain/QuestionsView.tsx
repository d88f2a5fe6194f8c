import Share2 from 'lucide-react/icons/share-2';
import type { Result } from 'mock-api/contract';
import { useState } from 'react';
import { Button, Card, LinkButton, Note, Skeleton, Stack, useText } from 'shared-ui';
import { CheckboxField } from 'shared-ui/forms';
import { styled } from 'styled-components';
import { words } from '../../../words.ts';
import { mailLink, type Shared, shareText } from './share.ts';
import { type Ticks, useTicks } from './useTicks.ts';

const List = styled(Stack)`
  > li + li {
    border-block-start: 1px solid var(--line-color);
  }
`;

const Plain = styled.p`
  padding-block: 10px;
`;

type Notice = Shared | 'notKept' | null;

/** Ten questions for the doctor to tick and share. Ticks are saved with the result. */
export function QuestionsView({ result: { id, name, questions } }: { result: Result }) {
  const t = useText(words);
  const [notice, setNotice] = useState<Notice>(null);
  const ticks = useTicks(id);
  const { ticked } = ticks;
  const chosen = ticked.length > 0 ? ticked : questions.map((_, place) => place);
  const title = t('questions.subject', { name });
  const text = [title, ...chosen.map((place) => `• ${questions[place] ?? ''}`)].join('\n');

  const tick = (place: number, isTicked: boolean) => {
    setNotice(null);
    ticks.tick(place, isTicked).catch((error) => {
      console.info('A tick could not be kept', error);
      setNotice('notKept');
    });
  };

  if (ticks.state === 'loading') return <Skeleton label={t('questions.loading')} count={10} shape="text" />;
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
  tick(place: number, isTicked: boolean): void;
}

/** If the saved ticks are unknown, nothing can be ticked: saving would overwrite them. */
function Questions({ questions, ticks, tick }: QuestionsProps) {
  return (
    <List as="ul" $gap={0}>
      {questions.map((question, place) => (
        <li key={question}>
          {ticks.state === 'failed' ? (
            <Plain>{question}</Plain>
          ) : (
            <CheckboxField
              label={question}
              name={`question-${place}`}
              value={ticks.ticked.includes(place)}
              onChange={(isTicked) => tick(place, isTicked)}
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
  if (notice === 'notKept') {
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
