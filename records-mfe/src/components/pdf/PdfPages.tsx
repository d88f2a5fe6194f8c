import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import Download from 'lucide-react/icons/download';
import ZoomIn from 'lucide-react/icons/zoom-in';
import ZoomOut from 'lucide-react/icons/zoom-out';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { IconButton, LinkButton, SectionTitle, Skeleton, Stack, useText } from 'shared-ui';
import { styled } from 'styled-components';
import { words } from '../../words.ts';
import type { OpenPdf } from './open-pdf.ts';
import { ReportText } from './ReportText.tsx';

const ZOOMS = [1, 1.5, 2, 3] as const;

const Sheet = styled.section`
  position: relative;
  border: 1px solid var(--line-color);
  border-radius: var(--radius-s);
  background: #ffffff;
  overflow: auto;
  overscroll-behavior: contain;
  max-block-size: 66dvh;

  > canvas {
    display: block;
  }
`;

const Bar = styled.div`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: var(--space-1);

  > div {
    display: flex;
    align-items: center;
  }
  output {
    min-inline-size: 4rem;
    font-weight: 620;
    text-align: center;
  }
  button {
    color: var(--brand);
  }
  [aria-disabled='true'] {
    color: var(--ink-soft);
    cursor: default;
    opacity: 0.55;
  }
`;

interface PdfPagesProps {
  pdf: OpenPdf;
  title: string;
  /** Object URL of the file, for downloading. */
  url: string;
  /** Language of its words, null for the reader's. */
  lang: string | null;
}

/** Viewer for a PDF: page navigation, zoom, download, and the content as plain text. */
export function PdfPages({ pdf, title, url, lang }: PdfPagesProps) {
  const t = useText(words);
  const [page, setPage] = useState(1);
  const [zoom, setZoom] = useState(0);
  const factor = ZOOMS[zoom] ?? 1;
  const of = { page, pages: pdf.pages };
  const turn = (to: number) => setPage(Math.min(pdf.pages, Math.max(1, to)));
  const scale = (to: number) => setZoom(Math.min(ZOOMS.length - 1, Math.max(0, to)));
  return (
    <Stack>
      <Bar>
        {pdf.pages > 1 && <PageButtons page={page} pages={pdf.pages} turn={turn} />}
        <div>
          <IconButton
            label={t('viewer.out')}
            icon={<ZoomOut />}
            aria-disabled={zoom === 0}
            onClick={() => scale(zoom - 1)}
          />
          <output aria-label={t('viewer.zoom')}>{t('viewer.percent', { percent: factor * 100 })}</output>
          <IconButton
            label={t('viewer.in')}
            icon={<ZoomIn />}
            aria-disabled={zoom === ZOOMS.length - 1}
            onClick={() => scale(zoom + 1)}
          />
        </div>
      </Bar>
      <Page {...{ pdf, page, factor }} label={t('pdf.pageOf', { ...of, title })} />
      <SectionTitle>{t('pdf.more')}</SectionTitle>
      <LinkButton variant="ghost" icon={<Download />} href={url} download={`${title}.pdf`}>
        {t('pdf.download')}
      </LinkButton>
      <ReportText pdf={pdf} lang={lang} />
    </Stack>
  );
}

function PageButtons({ page, pages, turn }: { page: number; pages: number; turn(to: number): void }) {
  const t = useText(words);
  return (
    <div>
      <IconButton
        label={t('pdf.previous')}
        icon={<ChevronLeft />}
        aria-disabled={page === 1}
        onClick={() => turn(page - 1)}
      />
      <output>{t('pdf.page', { page, pages })}</output>
      <IconButton
        label={t('pdf.next')}
        icon={<ChevronRight />}
        aria-disabled={page === pages}
        onClick={() => turn(page + 1)}
      />
    </div>
  );
}

interface PageProps extends Pick<PdfPagesProps, 'pdf'> {
  page: number;
  factor: number;
  label: string;
}

function Page({ pdf, page, factor, label }: PageProps) {
  const t = useText(words);
  const sheet = useRef<HTMLElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [drawn, setDrawn] = useState<string | null>(null);
  const width = useWidth(sheet);
  const wanted = `${page} ${factor} ${width}`;
  useEffect(() => {
    const controller = new AbortController();
    if (canvas.current === null || width === 0) return;
    pdf.draw(page, canvas.current, width * factor, controller.signal).then(
      () => !controller.signal.aborted && setDrawn(wanted),
      (error) => controller.signal.aborted || console.info('Failed to render a PDF page', error),
    );
    return () => controller.abort();
  }, [pdf, page, factor, width, wanted]);
  useEffect(() => {
    if (page > 0) sheet.current?.scrollTo(0, 0);
  }, [page]);
  return (
    <Sheet ref={sheet} aria-label={t('pdf.sheet')} aria-busy={drawn !== wanted} tabIndex={0}>
      <canvas
        ref={canvas}
        role="img"
        aria-label={label}
        style={{ inlineSize: `${factor * 100}%`, aspectRatio: `${pdf.shape.width} / ${pdf.shape.height}` }}
      />
    </Sheet>
  );
}

/** Placeholder while a document is fetched and opened. */
export function PdfLoading() {
  return <Skeleton label={useText(words)('pdf.loading')} count={5} />;
}

/** Returns an element's inner width in px and tracks changes; 0 before it is measured. */
function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const measured = element.current;
    if (!measured) return;
    const observer = new ResizeObserver(() => setWidth(measured.clientWidth));
    observer.observe(measured);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
