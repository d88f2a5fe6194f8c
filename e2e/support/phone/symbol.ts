import bwip from 'bwip-js/node';

export const BARCODES = ['code128', 'qrcode'] as const;
export type Barcode = (typeof BARCODES)[number];

const SYMBOLS: Record<Barcode, object> = {
  code128: { scale: 4, height: 30, includetext: true },
  qrcode: { scale: 10 },
};

export const drawSymbol = (barcode: Barcode, text: string): Promise<Buffer> =>
  bwip.toBuffer({ bcid: barcode, text, backgroundcolor: 'FFFFFF', padding: 20, ...SYMBOLS[barcode] });
