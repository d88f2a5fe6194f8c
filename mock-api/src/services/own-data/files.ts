/** The pictures and documents of a person's timeline and record. */
import type { EventBody, MediaDocument } from '../../common/documents.ts';
import type { Locale } from '../../common/i18n.ts';
import type { OwnData } from '../../contract.ts';
import type { Db } from '../../db/schema.ts';
import { resultMedia } from '../../repositories/care/content.ts';
import { findEvent } from '../../repositories/care/events.ts';
import { listItems, readMedia, toMedia } from '../../repositories/care/records.ts';

type OwnFile = OwnData['files'][number];

/** Bytes of all files in an export, so that it fits into memory. */
const MOST = 64 * 1024 * 1024;

interface Owned {
  of: OwnFile['of'];
  media: MediaDocument;
}

async function listFiles(
  db: Db,
  userId: string,
  locale: Locale,
  { events, results }: Pick<OwnData, 'events' | 'results'>,
): Promise<Owned[]> {
  const files: Owned[] = [];
  for (const { id } of results.filter(({ media }) => media.length > 0)) {
    for (const media of (await resultMedia(db, userId, id)) ?? []) files.push({ of: { type: 'result', id }, media });
  }
  for (const { id } of events.filter(({ picture }) => picture)) {
    const event = await findEvent(db, userId, id);
    const media = event && (JSON.parse(event.document) as EventBody).picture;
    if (media) files.push({ of: { type: 'event', id }, media });
  }
  for (const { id, body } of await listItems(db, userId, 'document', { scope: 'all', locale })) {
    const { media } = body;
    if (!media) continue;
    const both = { en: media.title, fr: media.title };
    files.push({ of: { type: 'document', id }, media: { ...media, title: both, alt: both, file: '' } });
  }
  return files;
}

/** Returns the files of these events and results, and of the documents, with their bytes. */
export async function readFiles(
  db: Db,
  userId: string,
  locale: Locale,
  owners: Pick<OwnData, 'events' | 'results'>,
): Promise<OwnFile[]> {
  const files: OwnFile[] = [];
  let left = MOST;
  for (const { of, media } of await listFiles(db, userId, locale, owners)) {
    const bytes = await readMedia(db, userId, media, locale);
    const isIncluded = bytes !== undefined && bytes.length <= left;
    if (isIncluded) left -= bytes.length;
    const { id, title, alt, type } = toMedia(media, '', locale);
    files.push({ of, id, title, alt, type, data: isIncluded ? bytes.toString('base64') : null });
  }
  return files;
}
