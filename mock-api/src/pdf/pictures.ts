/**
 * Pictures that a PDF can show as they are: JPEG, and PNG without transparency. pdfkit's own reader doesn't end on some
 * damaged files, and decodes transparent ones, however large they become.
 */

interface Picture {
  /** In px. */
  width: number;
  height: number;
  /** Entries of the image's dictionary, apart from its size. */
  entries: object;
  bytes: Buffer;
}

const SPACES: Readonly<Record<number, string>> = { 1: 'DeviceGray', 3: 'DeviceRGB' };

function pictureOf(bytes: Buffer, size: { width: number; height: number }, entries: object): Picture | undefined {
  return size.width === 0 || size.height === 0 ? undefined : { ...size, entries, bytes };
}

/** Markers of a JPEG that begin a frame: all from SOF0 to SOF15 but DHT, JPG and DAC. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

function readJpeg(bytes: Buffer): Picture | undefined {
  let at = 2;
  while (at + 9 < bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0;
    if (isFrame(marker)) {
      const size = { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
      const space = SPACES[bytes[at + 9] ?? 0];
      const entries = { ColorSpace: space, BitsPerComponent: 8, Filter: 'DCTDecode' };
      return bytes[at + 4] === 8 && space ? pictureOf(bytes, size, entries) : undefined;
    }
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return undefined;
}

interface Chunk {
  type: string;
  data: Buffer;
}

/** Returns the chunks of a PNG; undefined if it is damaged. */
function chunksOf(bytes: Buffer): Chunk[] | undefined {
  const chunks: Chunk[] = [];
  let at = 8;
  while (at + 12 <= bytes.length) {
    const length = bytes.readUInt32BE(at);
    if (at + 12 + length > bytes.length) return undefined;
    chunks.push({ type: bytes.toString('latin1', at + 4, at + 8), data: bytes.subarray(at + 8, at + 8 + length) });
    at += 12 + length;
  }
  return chunks;
}

/** Colour types of PNG: grey, red-green-blue, palette. */
const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1 };

function readPng(bytes: Buffer): Picture | undefined {
  const chunks = chunksOf(bytes) ?? [];
  const of = (type: string) => chunks.filter((chunk) => chunk.type === type).map(({ data }) => data);
  const [[header], [palette]] = [of('IHDR'), of('PLTE')];
  if (header?.length !== 13 || of('tRNS').length > 0) return undefined;
  const [bits = 0, colour = 0, , , interlace] = header.subarray(8);
  const channels = CHANNELS[colour];
  const isIndexed = colour === 3;
  if (channels === undefined || interlace !== 0 || bits > 8 || (isIndexed && !palette)) return undefined;
  const size = { width: header.readUInt32BE(0), height: header.readUInt32BE(4) };
  const entries = {
    ColorSpace:
      palette && isIndexed ? ['Indexed', 'DeviceRGB', Math.floor(palette.length / 3) - 1, palette] : SPACES[channels],
    BitsPerComponent: bits,
    Filter: 'FlateDecode',
    DecodeParms: { Predictor: 15, Colors: channels, BitsPerComponent: bits, Columns: size.width },
  };
  return pictureOf(Buffer.concat(of('IDAT')), size, entries);
}

/** Returns a picture for a page; undefined if a PDF cannot show files of this kind, or it is damaged. */
export function readPicture(type: string, bytes: Buffer): Picture | undefined {
  if (type === 'image/jpeg') return readJpeg(bytes);
  return type === 'image/png' ? readPng(bytes) : undefined;
}
