import { lazy, Suspense } from 'react';
import { Card, RESULT_TYPE, type Result, SectionTitle, Skeleton, Stack, useText } from 'shared-ui';
import { ObservationCard } from '../../observations/ObservationCard.tsx';
import { Facts } from '../../parts/Facts.tsx';
import { words } from '../../words.ts';
import { Meaning } from './Meaning.tsx';
import { useReportFacts } from './useReportFacts.ts';

const Pictures = lazy(() => import('../../viewer/Pictures.tsx'));

/** A report: what it says in a sentence, its pictures, what it means, what was found, where and when it was made. */
export function ReportResult({ result }: { result: Result }) {
  const t = useText(words);
  const { conclusion, content, media, observations, type } = result;
  const pictures = media.filter((item) => item.type.startsWith('image/'));
  const isEcg = type === RESULT_TYPE.ELECTROCARDIOGRAM;
  const facts = useReportFacts(result);
  return (
    <Stack>
      <strong>{content}</strong>
      {pictures.length > 0 && (
        <Suspense fallback={<Skeleton label={t('viewer.loading')} count={4} />}>
          <Pictures
            label={isEcg ? t('viewer.recordings') : t('viewer.views')}
            pictures={pictures}
            {...(isEcg && { note: t('viewer.paper') })}
          />
        </Suspense>
      )}
      {conclusion && <Meaning text={conclusion} />}
      {observations.length > 0 && <SectionTitle>{t('result.found')}</SectionTitle>}
      {observations.map((observation) => (
        <ObservationCard key={observation.id} observation={observation} />
      ))}
      <Card>
        <Facts facts={facts} />
      </Card>
    </Stack>
  );
}
