import FileX from 'lucide-react/icons/file-x';
import type { Documents, Media } from 'mock-api/contract';
import { useParams } from 'react-router-dom';
import {
  Apology,
  Button,
  Card,
  EmptyState,
  isPicture,
  LinkButton,
  type MediaFile,
  onDemand,
  Skeleton,
  Stack,
  useLoad,
  useMediaFiles,
  useProfile,
  useText,
} from 'shared-ui';
import { recordPaths, requestPaths } from 'shared-ui/contract';
import { Facts, HospitalText, HospitalWordsNote } from 'shared-ui/details';
import { styled } from 'styled-components';
import { RecordScreen } from '../../components/record/RecordScreen.tsx';
import { Picture } from '../../components/viewer/Pictures.tsx';
import { words } from '../../words-documents.ts';
import { type DocumentItem, useDocumentText } from '../documents/useDocumentText.ts';

// Loaded on demand, because reading PDFs needs an additional library.
const PdfFile = onDemand(() => import('../../components/pdf/PdfFile.tsx'), <Opening />);

/** One document of the hospital, opened, or why it can't be and what to do. */
export default function DocumentScreen() {
  const t = useText(words);
  const { documentId = '' } = useParams();
  const { id, isOwn, firstName } = useProfile();
  const all = isOwn ? t('list.mine') : t('list.theirs', { name: firstName });
  const find = ({ documents }: Documents) => documents.find((item) => item.id === documentId);
  return (
    <RecordScreen<Documents>
      title={(answer) => (answer && find(answer)?.title) ?? all}
      part="documents"
      isEmpty={(answer) => find(answer) === undefined}
      empty={{
        title: t('document.gone'),
        text: t('document.goneText'),
        children: <LinkButton to={recordPaths.documents(id)}>{t('document.all')}</LinkButton>,
      }}
    >
      {(answer) => {
        const item = find(answer);
        return item && <Content item={item} source={answer.source.name} />;
      }}
    </RecordScreen>
  );
}

function Content({ item, source }: { item: DocumentItem; source: string }) {
  const t = useText(words);
  const text = useDocumentText();
  const { media, cannotOpen, status, lang } = item;
  const facts: [string, string][] = [
    [t('document.date'), text.date(item)],
    [t('document.kind'), text.kind(item)],
    [t('document.source'), source],
    ...(status ? [[t('document.status'), status] as [string, string]] : []),
  ];
  return (
    <Stack $gap={16}>
      <Card>
        <Facts variant="lines" facts={facts} />
      </Card>
      <HospitalWordsNote lang={lang} />
      {media && <File media={media} lang={lang} />}
      {cannotOpen && <CannotOpen why={cannotOpen} />}
    </Stack>
  );
}

function File({ media, lang }: { media: Media; lang: string | null }) {
  if (media.type === 'application/pdf') return <PdfFile media={media} />;
  return <FetchedFile media={media} lang={lang} />;
}

function FetchedFile({ media, lang }: { media: Media; lang: string | null }) {
  const { fileOf, retry } = useMediaFiles([media]);
  const file = fileOf(media.id);
  if (isPicture(media)) return <Picture picture={media} file={file} retry={retry} />;
  return <TextFile file={file} lang={lang} retry={retry} />;
}

const Written = styled(Card)`
  overflow-wrap: anywhere;
  white-space: pre-wrap;
`;

function TextFile({ file, lang, retry }: { file: MediaFile; lang: string | null; retry(): void }) {
  const t = useText(words);
  const blob = file.state === 'ready' ? file.blob : undefined;
  const { value } = useLoad(async () => blob?.text(), [blob]);
  if (file.state === 'failed') {
    return (
      <Apology title={t('document.failed')} text={t('document.failedText')}>
        <Button onClick={retry}>{t('document.again')}</Button>
      </Apology>
    );
  }
  if (value === undefined) return <Opening />;
  return (
    <Written>
      <HospitalText lang={lang}>{value}</HospitalText>
    </Written>
  );
}

function Opening() {
  return <Skeleton label={useText(words)('document.loading')} count={5} />;
}

/** Why a document can't be opened, and a way to ask for it. */
function CannotOpen({ why }: { why: NonNullable<DocumentItem['cannotOpen']> }) {
  const t = useText(words);
  const { id, isOwn, permissions } = useProfile();
  return (
    <EmptyState title={t(`document.${why}`)} text={t(`document.${why}Text`)} icon={<FileX />}>
      {(isOwn || permissions?.feedback === true) && (
        <LinkButton to={requestPaths.create(id, 'request')}>{t('document.ask')}</LinkButton>
      )}
    </EmptyState>
  );
}
