import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import Download from 'lucide-react/icons/download';
import ZoomIn from 'lucide-react/icons/zoom-in';
import ZoomOut from 'lucide-react/icons/zoom-out';
import type { Media } from 'mock-api/contract';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import {
  Apology,
  Button,
  IconButton,
  LinkButton,
  SectionTitle,
  Skeleton,
  Soft,
  Stack,
  useLoad,
  useLocale,
  useMediaFiles,
  useText,
} from 'shared-ui';
import { AccordionSection } from 'shared-ui/disclosure';
import { styled } from 'styled-components';
import { words } from '../../words.ts';
import { formsLanguage, Pieces, useGlossary } from '../glossary/GlossaryText.tsx';
import type { Explained, Term } from '../glossary/match.ts';
import type { OpenPdf } from './open-pdf.ts';
import type { Block } from './report-text.ts';

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
function PdfPages({ pdf, title, url, lang }: PdfPagesProps) {
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
function PdfLoading() {
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

const Heading = styled.h4`
  margin-block-start: var(--space-2);
`;

/** Returns the pieces of each block; a heading begins a section, in which a term is explained once. */
function useBlockPieces(blocks: readonly Block[], lang: string | null): (string | Term)[][] {
  const glossary = useGlossary();
  const language = formsLanguage(lang, useLocale());
  let explained: Explained = new Set();
  return blocks.map(({ kind, text }) => {
    if (kind === 'heading') explained = new Set();
    return glossary && kind !== 'heading' ? glossary.piecesOfSection(text, language, explained) : [text];
  });
}

/** The document's text, read from its structure: for small screens, large text and screen readers. */
function ReportText({ pdf, lang }: { pdf: OpenPdf; lang: string | null }) {
  const t = useText(words);
  const { value: blocks = [] } = useLoad(() => pdf.text(), [pdf]);
  const pieces = useBlockPieces(blocks, lang);
  if (blocks.length === 0) return null;
  return (
    <AccordionSection title={t('pdf.asText')}>
      <Stack $gap={8}>
        {blocks.map((block, index) => (
          <Piece key={index} block={block} text={<Pieces pieces={pieces[index] ?? []} lang={lang} />} />
        ))}
      </Stack>
    </AccordionSection>
  );
}

function Piece({ block, text }: { block: Block; text: ReactNode }) {
  const t = useText(words);
  if (block.kind === 'heading') return <Heading>{text}</Heading>;
  if (block.kind === 'figure') return <Soft>{t('pdf.picture', { text: block.text })}</Soft>;
  if (block.kind === 'row') {
    return (
      <p>
        <strong>{block.term}</strong> {text}
      </p>
    );
  }
  return <p>{text}</p>;
}
