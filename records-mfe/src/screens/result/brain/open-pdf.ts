import {
  GlobalWorkerOptions,
  getDocument,
  type PDFDocumentProxy,
  VerbosityLevel,
} from 'pdfjs-dist/legacy/build/pdf.mjs';
import { type Block, readPage } from './report-text.ts';

// A file of its own, which the page's policy lets run because it comes from where the remote comes from.
GlobalWorkerOptions.workerSrc = new URL('pdfjs-dist/legacy/build/pdf.worker.min.mjs', import.meta.url).toString();

/** A document that is open; `close` lets it and its worker go. */
export interface OpenPdf {
  pages: number;
  /** Of the first page, in points. */
  shape: { width: number; height: number };
  /** Draws a page (from 1 on) on a canvas, `width` CSS px wide. Rejects when `signal` stops it. */
  draw(page: number, canvas: HTMLCanvasElement, width: number, signal: AbortSignal): Promise<void>;
  /** What the document says, read from its structure, page by page. */
  text(): Promise<Block[]>;
  close(): void;
}

/** More than twice as many points as px can't be told apart, and costs memory. */
const MAX_DENSITY = 2;

async function draw(
  pdf: PDFDocumentProxy,
  number: number,
  canvas: HTMLCanvasElement,
  width: number,
  signal: AbortSignal,
): Promise<void> {
  const page = await pdf.getPage(number);
  signal.throwIfAborted();
  const density = Math.min(MAX_DENSITY, window.devicePixelRatio || 1);
  const scale = (width / page.getViewport({ scale: 1 }).width) * density;
  const viewport = page.getViewport({ scale });
  // Drawn aside first, so that the page that is shown never flickers.
  const sheet = document.createElement('canvas');
  Object.assign(sheet, { width: Math.floor(viewport.width), height: Math.floor(viewport.height) });
  const task = page.render({ canvas: sheet, viewport });
  const stop = () => task.cancel();
  signal.addEventListener('abort', stop);
  await task.promise.finally(() => signal.removeEventListener('abort', stop));
  Object.assign(canvas, { width: sheet.width, height: sheet.height });
  canvas.getContext('2d')?.drawImage(sheet, 0, 0);
}

/** Opens a PDF. Rejects when it is none, or damaged. */
export async function openPdf(file: Blob): Promise<OpenPdf> {
  const task = getDocument({
    data: new Uint8Array(await file.arrayBuffer()),
    useWasm: false,
    useWorkerFetch: false,
    verbosity: VerbosityLevel.ERRORS,
  });
  const pdf = await task.promise;
  const { width, height } = (await pdf.getPage(1)).getViewport({ scale: 1 });
  return {
    pages: pdf.numPages,
    shape: { width, height },
    draw: (page, canvas, width, signal) => draw(pdf, page, canvas, width, signal),
    async text() {
      const numbers = Array.from({ length: pdf.numPages }, (_, index) => index + 1);
      return (await Promise.all(numbers.map(async (number) => readPage(await pdf.getPage(number))))).flat();
    },
    close: () => void task.destroy(),
  };
}
