/** Reads PDFs as a reader does. */
import { fileURLToPath } from 'node:url';
import { getDocument, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';

const cMapUrl = fileURLToPath(new URL('cmaps/', import.meta.resolve('pdfjs-dist/package.json')));

/** Calls `read` with the opened file. */
export async function readPdf<Answer>(
  bytes: Uint8Array,
  read: (pdf: PDFDocumentProxy) => Promise<Answer>,
): Promise<Answer> {
  const task = getDocument({ data: Uint8Array.from(bytes), cMapUrl, cMapPacked: true, verbosity: 0 });
  try {
    return await read(await task.promise);
  } finally {
    await task.destroy();
  }
}

/** Returns the text that a PDF shows; a line break is a space. */
export const textOf = (bytes: Uint8Array): Promise<string> =>
  readPdf(bytes, async (pdf) => {
    const parts: string[] = [];
    for (let number = 1; number <= pdf.numPages; number += 1) {
      const { items } = await (await pdf.getPage(number)).getTextContent();
      for (const item of items) if ('str' in item) parts.push(item.str, item.hasEOL ? ' ' : '');
      parts.push(' ');
    }
    return parts.join('').replaceAll(/\s+/g, ' ');
  });
