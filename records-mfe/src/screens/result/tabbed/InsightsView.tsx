import type { Insights, InsightsPending } from 'mock-api/contract';
import { Apology, Button, Card, Note, readThrough, Stack, useLoad, useLocale, useText, Waiting } from 'shared-ui';
import { styled } from 'styled-components';
import { words } from '../../../words.ts';
import { Terms } from './Terms.tsx';

const Title = styled.h2`
  font-size: var(--text-l);
`;

/** Fetches a report's insights, or `retryAfter` (in seconds) while they are being prepared. Throws ApiFailure. */
const fetchInsights = (resultId: string) =>
  readThrough<Insights | InsightsPending>(
    `v1/results/${encodeURIComponent(resultId)}/insights`,
    (answer) => !('retryAfter' in answer),
  );

/** Resolves after `ms` milliseconds. Rejects when `signal` aborts. */
const wait = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });

/** Polls for the insights until they are ready, at the interval that the server sets. */
async function readyInsights(resultId: string, signal: AbortSignal): Promise<Insights> {
  for (;;) {
    const answer = await fetchInsights(resultId);
    if (answer.state === 'ready') return answer;
    signal.throwIfAborted();
    await wait(answer.retryAfter * 1000, signal);
  }
}

/** Summary in plain words. Shows the navigator's waiting screen while the server prepares it. */
export function InsightsView({ resultId }: { resultId: string }) {
  const t = useText(words);
  const locale = useLocale();
  const { state, value, retry } = useLoad((signal) => readyInsights(resultId, signal), [resultId, locale]);
  if (state === 'loading') {
    return <Waiting caption={t('insights.preparing')} />;
  }
  if (state === 'failed') {
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
          {value.paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </Stack>
      </Card>
      <Terms terms={value.terms} />
      <Note>{t('insights.notADoctor')}</Note>
    </Stack>
  );
}
