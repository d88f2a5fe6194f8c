import FileX from 'lucide-react/icons/file-x';
import type { Documents } from 'mock-api/contract';
import { useParams } from 'react-router-dom';
import { Card, EmptyState, LinkButton, Stack, useProfile, useText } from 'shared-ui';
import { recordPaths, requestPaths } from 'shared-ui/contract';
import { Facts, HospitalWordsNote } from 'shared-ui/details';
import { DocumentFile } from '../../components/document/DocumentFile.tsx';
import { GlossaryProvider } from '../../components/glossary/GlossaryText.tsx';
import { RecordScreen } from '../../components/record/RecordScreen.tsx';
import { words } from '../../words-documents.ts';
import { type DocumentItem, useDocumentText } from '../documents/useDocumentText.ts';

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
      {media && (
        <GlossaryProvider>
          <DocumentFile media={media} lang={lang} />
        </GlossaryProvider>
      )}
      {cannotOpen && <CannotOpen why={cannotOpen} />}
    </Stack>
  );
}

/** Why a document can't be opened, and a way to ask for it. */
function CannotOpen({ why }: { why: NonNullable<DocumentItem['cannotOpen']> }) {
  const t = useText(words);
  const { id, mayAsk } = useProfile();
  return (
    <EmptyState title={t(`document.${why}`)} text={t(`document.${why}Text`)} icon={<FileX />}>
      {mayAsk && <LinkButton to={requestPaths.create(id, 'request')}>{t('document.ask')}</LinkButton>}
    </EmptyState>
  );
}
