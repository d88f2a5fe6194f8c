import type { Media } from 'mock-api/contract';
import { useEffect } from 'react';
import { Apology, Button, LinkButton, useLoad, useMediaFiles, useText } from 'shared-ui';
import { words } from '../../words.ts';
import type { OpenPdf } from './open-pdf.ts';
import { PdfLoading, PdfPages } from './PdfPages.tsx';

async function open(file: Blob, signal: AbortSignal): Promise<OpenPdf> {
  // The chunk name lets updates carry this file over to the next version.
  const { openPdf } = await import(/* webpackChunkName: "pdf-reader" */ './open-pdf.ts');
  const pdf = await openPdf(file);
  if (signal.aborted) pdf.close();
  return pdf;
}

const PENDING = new Promise<never>(() => undefined);

/** Opens a fetched document and loads the PDF library. Fails if the browser can't read it or it is damaged. */
function usePdf(file: Blob | undefined) {
  const load = useLoad((signal) => (file ? open(file, signal) : PENDING), [file]);
  useEffect(() => () => load.value?.close(), [load.value]);
  return load;
}

/** The report as the hospital wrote it. `lang` is the language of its words, null for the reader's. */
export default function PdfFile({ media, lang = null }: { media: Media; lang?: string | null }) {
  const t = useText(words);
  const { fileOf, retry } = useMediaFiles([media]);
  const file = fileOf(media.id);
  const pdf = usePdf(file.state === 'ready' ? file.blob : undefined);
  if (file.state === 'failed') {
    return (
      <Apology title={t('pdf.failed')} text={t('nothingLost')}>
        <Button onClick={retry}>{t('viewer.again')}</Button>
      </Apology>
    );
  }
  if (file.state === 'loading' || pdf.state === 'loading') return <PdfLoading />;
  if (pdf.state === 'failed') {
    return (
      <Apology title={t('pdf.notHere')} text={t('pdf.elsewhere')}>
        <LinkButton href={file.url} download={`${media.title}.pdf`}>
          {t('pdf.download')}
        </LinkButton>
        <Button variant="plain" onClick={retry}>
          {t('viewer.again')}
        </Button>
      </Apology>
    );
  }
  return <PdfPages pdf={pdf.value} title={media.title} url={file.url} lang={lang} />;
}
