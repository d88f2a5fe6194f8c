import FileText from 'lucide-react/icons/file-text';
import type { Media } from 'mock-api/contract';
import { useState } from 'react';
import { Button, Stack, useText } from 'shared-ui';
import { words } from '../../words-documents.ts';
import { DocumentFile } from './DocumentFile.tsx';

/** The documents that came with a result, each opened by a press; the first at once if they are all of the result. */
export default function ResultDocuments({ media, isAll }: { media: Media[]; isAll: boolean }) {
  return (
    <Stack>
      {media.map((document, index) => (
        <ResultDocument key={document.id} document={document} isOpenFirst={isAll && index === 0} />
      ))}
    </Stack>
  );
}

function ResultDocument({ document, isOpenFirst }: { document: Media; isOpenFirst: boolean }) {
  const t = useText(words);
  const [isOpen, setIsOpen] = useState(isOpenFirst);
  if (isOpen) return <DocumentFile media={document} lang={null} />;
  return (
    <Button variant="ghost" icon={<FileText />} onClick={() => setIsOpen(true)}>
      {t('document.open', { title: document.title })}
    </Button>
  );
}
