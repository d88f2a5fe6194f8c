import type { Media } from 'mock-api/contract';
import {
  Apology,
  Button,
  Card,
  isPicture,
  type MediaFile,
  onDemand,
  Skeleton,
  useLoad,
  useMediaFiles,
  useText,
} from 'shared-ui';
import { styled } from 'styled-components';
import { words } from '../../words-documents.ts';
import { GlossaryText } from '../glossary/GlossaryText.tsx';
import { Picture } from '../viewer/Pictures.tsx';

// Loaded on demand, because reading PDFs needs an additional library.
const PdfFile = onDemand(() => import('../pdf/PdfFile.tsx'), <Opening />);

/** A document of the hospital, opened: a PDF, a picture or a text. `lang` is the language of its words, if known. */
export function DocumentFile({ media, lang }: { media: Media; lang: string | null }) {
  if (media.type === 'application/pdf') return <PdfFile media={media} lang={lang} />;
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
      <GlossaryText text={value} lang={lang} />
    </Written>
  );
}

function Opening() {
  return <Skeleton label={useText(words)('document.loading')} count={5} />;
}
