import type { Insights } from 'mock-api/contract';
import { useCallback, useEffect, useState } from 'react';
import { Apology, Button, Card, Note, Stack, useLocale, useText, Waiting } from 'shared-ui';
import { Animation } from 'shared-ui/animation';
import { styled } from 'styled-components';
import { fetchInsights } from '../../../api/report.ts';
import { words } from '../../../words.ts';

const Terms = styled.dl`
  display: grid;
  gap: var(--space-3);

  dt {
    font-weight: 640;
  }
  dd {
    color: var(--ink-soft);
  }
`;

const Title = styled.h2`
  font-size: var(--text-l);
`;

type Progress = Insights | 'preparing' | 'failed';

/** Asks for the insights until the server has them ready, as often as the server says. */
function useInsights(resultId: string): [Progress, () => void] {
  const locale = useLocale();
  const [progress, setProgress] = useState<Progress>('preparing');
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let isOpen = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const asked = `${resultId} ${locale} ${attempt}`;
    const ask = async () => {
      try {
        const answer = await fetchInsights(resultId);
        if (!isOpen) return;
        if (answer.state === 'ready') setProgress(answer);
        else timer = setTimeout(ask, answer.retryAfter * 1000);
      } catch (error) {
        console.info('The insights could not be fetched', asked, error);
        if (isOpen) setProgress('failed');
      }
    };
    setProgress('preparing');
    void ask();
    return () => {
      isOpen = false;
      clearTimeout(timer);
    };
  }, [resultId, locale, attempt]);
  return [progress, useCallback(() => setAttempt((before) => before + 1), [])];
}

/** A summary in plain words, with the navigator's waiting screen while the server prepares it. */
export function InsightsView({ resultId }: { resultId: string }) {
  const t = useText(words);
  const [progress, retry] = useInsights(resultId);
  if (progress === 'preparing') {
    return <Waiting caption={t('insights.preparing')} picture={<Animation name="compass" width={260} />} />;
  }
  if (progress === 'failed') {
    return (
      <Apology title={t('insights.failed')} text={t('insights.failedText')}>
        <Button onClick={retry}>{t('viewer.again')}</Button>
      </Apology>
    );
  }
  return (
    <Stack>
      <Card as="section">
        <Stack $gap={8}>
          <Title>{t('insights.title')}</Title>
          {progress.paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </Stack>
      </Card>
      <Card as="section">
        <Stack>
          <Title>{t('insights.terms')}</Title>
          <Terms>
            {progress.terms.map(({ term, meaning }) => (
              <div key={term}>
                <dt>{term}</dt>
                <dd>{meaning}</dd>
              </div>
            ))}
          </Terms>
        </Stack>
      </Card>
      <Note>{t('insights.notADoctor')}</Note>
    </Stack>
  );
}
