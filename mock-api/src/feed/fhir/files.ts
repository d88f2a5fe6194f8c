/** Files in results and documents (OBX-5 of type ED or RP) as FHIR's attachments. */
import type { Hl7Segment } from '@medplum/core';
import { type FieldValue, fieldOf, repetitionsOf } from '../message.ts';

export interface FeedAttachment {
  contentType: string;
  title?: string;
  /** Base64. */
  data?: string;
  url?: string;
}

/** Subtype of data (table 0291 and what senders write) -> media type. The content decides what it is opened as. */
const TYPES: ReadonlyMap<string, string> = new Map([
  ['PDF', 'application/pdf'],
  ['JPEG', 'image/jpeg'],
  ['JPG', 'image/jpeg'],
  ['PNG', 'image/png'],
  ['GIF', 'image/gif'],
  ['TXT', 'text/plain'],
  ['TEXT', 'text/plain'],
  ['PLAIN', 'text/plain'],
]);

const MEDIA_TYPE = /^[a-z]+\/[\w.+-]+$/i;

function mediaType(written: readonly (string | undefined)[]): string {
  const known = written.map((one) => TYPES.get(one?.toUpperCase() ?? '')).find((type) => type !== undefined);
  return known ?? written.find((one) => MEDIA_TYPE.test(one ?? '')) ?? 'application/octet-stream';
}

/** Returns data in Base64; undefined if there is none. */
function base64Of(written: string | undefined, encoding: string | undefined): string | undefined {
  if (written === undefined) return undefined;
  const name = encoding?.toUpperCase() ?? 'BASE64';
  const from = name === 'A' ? 'utf8' : name === 'HEX' ? 'hex' : 'base64';
  return Buffer.from(from === 'utf8' ? written : written.replace(/\s/g, ''), from).toString('base64') || undefined;
}

/** Encapsulated data: source, type, subtype, encoding, data. */
function encapsulated(field: FieldValue): FeedAttachment {
  const data = base64Of(field.text(5), field.text(4));
  return { contentType: mediaType([field.text(3), field.text(2)]), ...(data !== undefined && { data }) };
}

/** Reference pointer: pointer, source, type, subtype. */
function pointer(field: FieldValue): FeedAttachment {
  const url = field.text(1);
  return { contentType: mediaType([field.text(4), field.text(3)]), ...(url !== undefined && { url }) };
}

const FILE_TYPES: ReadonlySet<string | undefined> = new Set(['ED', 'RP']);

export const isFile = (obx: Hl7Segment): boolean => FILE_TYPES.has(fieldOf(obx, 2).text(1));

/** Returns the files of a result; its name is their title. */
export function filesOf(obx: Hl7Segment): FeedAttachment[] {
  const read = fieldOf(obx, 2).text(1) === 'ED' ? encapsulated : pointer;
  const title = fieldOf(obx, 3).text(2);
  return repetitionsOf(obx, 5)
    .filter((one) => !one.isEmpty && !one.isDeleted)
    .map((one) => ({ ...read(one), ...(title !== undefined && { title }) }));
}

/** Returns a text as a file that can be opened. */
export const textFile = (text: string): FeedAttachment => ({
  contentType: 'text/plain',
  data: Buffer.from(text, 'utf8').toString('base64'),
});
