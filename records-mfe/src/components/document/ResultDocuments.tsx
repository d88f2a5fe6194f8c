import FileText from 'lucide-react/icons/file-text';
import type { Media } from 'mock-api/contract';
import { useState } from 'react';
import { Button, Stack, useText } from 'shared-ui';
import { words } from '../../words-documents.ts';
import { DocumentFile } from './DocumentFile.tsx';

/** The documents that came with a result, each opened by a press. */
export default function ResultDocuments({ media }: { media: Media[] }) {
  return (
    <Stack>
      {media.map((document) => (
        <ResultDocument key={document.id} document={document} />
      ))}
    </Stack>
  );
}

function ResultDocument({ document }: { document: Media }) {
  const t = useText(words);
  const [isOpen, setIsOpen] = useState(false);
  if (isOpen) return <DocumentFile media={document} lang={null} />;
  return (
    <Button variant="ghost" icon={<FileText />} onClick={() => setIsOpen(true)}>
      {t('document.open', { title: document.title })}
    </Button>
  );
}
