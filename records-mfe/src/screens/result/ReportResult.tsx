import type { Result } from 'mock-api/contract';
import { Card, isPicture, SectionTitle, Stack, useMediaFiles, useText } from 'shared-ui';
import { Facts, HospitalText, HospitalWordsNote } from 'shared-ui/details';
import { ObservationCard } from '../../components/observations/ObservationCard.tsx';
import { AllPictures, Pictures } from '../../components/viewer/Pictures.tsx';
import { words } from '../../words.ts';
import { Meaning, RESULT_TYPE, ResultFiles, useReportFacts } from './parts.tsx';

/** A report: summary sentence, pictures, conclusion, findings, and where and when it was made. */
export function ReportResult({ result }: { result: Result }) {
  const t = useText(words);
  const { conclusion, content, languages, media, observations, type } = result;
  const pictures = media.filter(isPicture);
  const isEcg = type === RESULT_TYPE.ELECTROCARDIOGRAM;
  const facts = useReportFacts(result);
  const files = useMediaFiles(pictures);
  return (
    <Stack>
      <strong>
        <HospitalText lang={languages?.content ?? null}>{content}</HospitalText>
      </strong>
      {!conclusion && <HospitalWordsNote lang={languages?.content ?? null} />}
      {pictures.length > 0 && !isEcg && <Pictures label={t('viewer.views')} pictures={pictures} files={files} />}
      {pictures.length > 0 && isEcg && (
        <AllPictures label={t('viewer.recordings')} pictures={pictures} files={files} note={t('viewer.paper')} />
      )}
      {conclusion && <Meaning text={conclusion} lang={languages?.conclusion ?? null} />}
      <ResultFiles
        media={media.filter((item) => !isPicture(item))}
        isAll={!conclusion && observations.length === 0 && pictures.length === 0}
      />
      {observations.length > 0 && <SectionTitle>{t('result.found')}</SectionTitle>}
      {observations.map((observation) => (
        <ObservationCard key={observation.id} observation={observation} />
      ))}
      <Card>
        <Facts variant="lines" facts={facts} />
      </Card>
    </Stack>
  );
}
