/** Writes a PDF file from its objects. */
import { deflateSync } from 'node:zlib';

/** Returns a number as PDF writes it, without exponent. */
export const number = (value: number): string => String(Number(value.toFixed(3)));

/** Returns one of the fonts that every reader has. */
export const font = (name: string): string =>
  `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`;

/**
 * Returns a stream object.
 * @param content in Latin-1: one character for each byte
 * @param entries of its dictionary, apart from the length
 */
export const stream = (content: string, entries = ''): string =>
  `<< ${entries}${entries && ' '}/Length ${content.length} >>\nstream\n${content}\nendstream`;

/** Returns a stream object with compressed content. */
export const deflatedStream = (bytes: Buffer, entries: string): string =>
  stream(deflateSync(bytes).toString('latin1'), `${entries} /Filter /FlateDecode`);

/** The objects of a file, in Latin-1, numbered from 1 on. */
export class PdfObjects {
  readonly #objects: string[] = [];

  /** Returns the number of a new object. */
  add(content = ''): number {
    return this.#objects.push(content);
  }

  /** Sets an object whose number others needed first. */
  set(object: number, content: string): void {
    this.#objects[object - 1] = content;
  }

  /** @param info number of the object with the file's title */
  file(info: number): Buffer {
    return pdfFile(this.#objects, info);
  }
}

/**
 * Returns the file.
 * @param objects in Latin-1, numbered from 1 on; the first is the catalogue
 * @param info number of the object with the file's title
 */
export function pdfFile(objects: readonly string[], info: number): Buffer {
  const parts = ['%PDF-1.7\n'];
  let length = parts.join('').length;
  const offsets = objects.map((object, index) => {
    const offset = length;
    const part = `${index + 1} 0 obj\n${object}\nendobj\n`;
    parts.push(part);
    length += part.length;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`;
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info ${info} 0 R >>\nstartxref\n${length}\n%%EOF\n`;
  return Buffer.concat([...parts, table, trailer].map((part) => Buffer.from(part, 'latin1')));
}
