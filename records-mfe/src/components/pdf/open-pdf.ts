import {
  GlobalWorkerOptions,
  getDocument,
  type PDFDocumentProxy,
  VerbosityLevel,
} from 'pdfjs-dist/legacy/build/pdf.mjs';
import { type Block, readPage } from './report-text.ts';

// The page's CSP allows a separate worker file because it has the same origin as the remote.
GlobalWorkerOptions.workerSrc = new URL('pdfjs-dist/legacy/build/pdf.worker.min.mjs', import.meta.url).toString();

/** An open document. `close` releases it and its worker. */
export interface OpenPdf {
  pages: number;
  /** Size of the first page, in points. */
  shape: { width: number; height: number };
  /** Draws a page (from 1) on a canvas, `width` CSS px wide. Rejects when `signal` aborts. */
  draw(page: number, canvas: HTMLCanvasElement, width: number, signal: AbortSignal): Promise<void>;
  /** Returns the document's text page by page, read from its structure. */
  text(): Promise<Block[]>;
  close(): void;
}

/** Maximum canvas pixels per CSS pixel: more can't be distinguished and costs memory. */
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
  // Draws off screen first, so that the visible page never flickers.
  const sheet = document.createElement('canvas');
  Object.assign(sheet, { width: Math.floor(viewport.width), height: Math.floor(viewport.height) });
  const task = page.render({ canvas: sheet, viewport });
  const stop = () => task.cancel();
  signal.addEventListener('abort', stop);
  await task.promise.finally(() => signal.removeEventListener('abort', stop));
  Object.assign(canvas, { width: sheet.width, height: sheet.height });
  canvas.getContext('2d')?.drawImage(sheet, 0, 0);
}

/** Opens a PDF. Rejects if the file is damaged or not a PDF. */
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
