import type { Media } from 'mock-api/contract';
import { useEffect, useState } from 'react';
import { Apology, Button, LinkButton, useMediaFiles, useText } from 'shared-ui';
import { words } from '../../../words.ts';
import type { OpenPdf } from './openPdf.ts';
import { PdfLoading, PdfPages } from './PdfPages.tsx';

/** Opens a fetched document; the library comes with the first one. `failed`: this browser can't, or it is damaged. */
function usePdf(file: Blob | undefined): OpenPdf | 'opening' | 'failed' {
  const [opened, setOpened] = useState<OpenPdf | 'opening' | 'failed'>('opening');
  useEffect(() => {
    let isOpen = true;
    let pdf: OpenPdf | undefined;
    setOpened('opening');
    if (!file) return;
    // Its name takes it along with an update.
    import(/* webpackChunkName: "pdf-reader" */ './openPdf.ts')
      .then(({ openPdf }) => openPdf(file))
      .then(
        (document) => {
          pdf = document;
          if (isOpen) setOpened(document);
          else document.close();
        },
        (error) => {
          console.info('The document could not be opened', error);
          if (isOpen) setOpened('failed');
        },
      );
    return () => {
      isOpen = false;
      pdf?.close();
    };
  }, [file]);
  return opened;
}

/** The report as the hospital wrote it. */
export function PdfFile({ media }: { media: Media }) {
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
  if (file.state === 'loading' || pdf === 'opening') return <PdfLoading />;
  if (pdf === 'failed') {
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
  return <PdfPages pdf={pdf} title={media.title} url={file.url} />;
}
