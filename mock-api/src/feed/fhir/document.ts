/** Documents (MDM) as FHIR's DocumentReferences. */
import type { Hl7Segment } from '@medplum/core';
import { fieldOf, repetitionsOf } from '../message.ts';
import { type FeedAttachment, filesOf, isFile, textFile } from './files.ts';
import { resourceId } from './identity.ts';
import { type AsideReason, type FeedReading, metaOf, type ResourceChange } from './reading.ts';
import { resultsIn } from './results.ts';
import { fieldTime, timeOf } from './time.ts';
import { conceptOf, staffName } from './types.ts';
import { resultValue } from './values.ts';

/** Completion of a document (table 0271) -> FHIR's status of its content. */
const COMPLETIONS: ReadonlyMap<string | undefined, string> = new Map([
  ['DI', 'preliminary'],
  ['DO', 'preliminary'],
  ['IP', 'preliminary'],
  ['IN', 'preliminary'],
  ['PA', 'preliminary'],
  ['AU', 'final'],
  ['LA', 'final'],
]);

/** Availability (table 0273) -> status: an obsolete or unavailable document is kept without being shown. */
const AVAILABILITIES: ReadonlyMap<string | undefined, string> = new Map([
  ['CA', 'entered-in-error'],
  ['OB', 'superseded'],
  ['UN', 'superseded'],
]);

/** Events that replace an earlier document. */
const REPLACING: ReadonlySet<string> = new Set(['MDM^T09', 'MDM^T10']);
const CANCELLING = 'MDM^T11';

/** Returns the content: files, and all texts as one. */
function contentOf(segments: readonly Hl7Segment[], zone: string | undefined): FeedAttachment[] {
  const { orders, loose } = resultsIn(segments);
  const results = [...orders.flatMap((order) => order.results), ...loose];
  const files = results.filter(({ obx }) => isFile(obx)).flatMap(({ obx }) => filesOf(obx));
  const texts = results
    .filter(({ obx }) => !isFile(obx))
    .map(({ obx }) => resultValue(obx, zone).valueString)
    .filter((text) => typeof text === 'string');
  return texts.length > 0 ? [...files, textFile(texts.join('\n'))] : files;
}

/** Returns the documents of a message: the one that it is about, and one that it replaces. */
export function documentsOf(
  segments: readonly Hl7Segment[],
  patient: string,
  reading: FeedReading,
): ResourceChange[] | AsideReason {
  const txa = segments.find(({ name }) => name === 'TXA');
  const [number, parent] = [fieldOf(txa, 12), fieldOf(txa, 13)];
  if (!txa || number.isEmpty) return 'no number of the document';
  const idOf = (field: typeof number) =>
    resourceId('document', ...[1, 2].map((component) => field.text(component) ?? ''));
  const shared = { resourceType: 'DocumentReference', meta: metaOf(reading) };
  const isReplaced = REPLACING.has(reading.type) && !parent.isEmpty && idOf(parent) !== idOf(number);
  const status =
    reading.type === CANCELLING ? 'entered-in-error' : (AVAILABILITIES.get(fieldOf(txa, 19).text(1)) ?? 'current');
  const content = contentOf(segments, reading.timeZone);
  const time = [6, 4, 8].map((field) => fieldTime(fieldOf(txa, field), reading.timeZone));
  const authors = repetitionsOf(txa, 9).flatMap((one) => staffName(one) ?? []);
  const labels = repetitionsOf(txa, 18).flatMap((one) => conceptOf(one) ?? []);
  const title = fieldOf(txa, 25).text(1);
  const document: ResourceChange = {
    how: 'merge',
    resource: {
      ...shared,
      id: idOf(number),
      subject: { reference: patient },
      status,
      docStatus: COMPLETIONS.get(fieldOf(txa, 17).text(1)),
      type: conceptOf(fieldOf(txa, 2)),
      date: time.find((one) => one !== undefined),
      ...(authors.length > 0 && { author: authors.map((display) => ({ display })) }),
      ...(labels.length > 0 && { securityLabel: labels }),
      ...(title !== undefined && { description: title }),
      // A notification comes before its document: what came already stays.
      ...(content.length > 0 && { content: content.map((attachment) => ({ attachment })) }),
    },
  };
  if (!isReplaced) return [document];
  return [document, { how: 'merge-stored', resource: { ...shared, id: idOf(parent), status: 'superseded' } }];
}

/** Returns a file that came with a result of no order. */
export const looseFiles = (obx: Hl7Segment, patient: string, reading: FeedReading): ResourceChange[] =>
  filesOf(obx).map((attachment, index) => ({
    how: 'replace',
    resource: {
      resourceType: 'DocumentReference',
      id: resourceId('file', reading.controlId, fieldOf(obx, 3).text(1) ?? '', String(index)),
      meta: metaOf(reading),
      subject: { reference: patient },
      status: 'current',
      type: conceptOf(fieldOf(obx, 3)),
      date: fieldTime(fieldOf(obx, 14), reading.timeZone) ?? timeOf(reading.sentAt, reading.timeZone),
      content: [{ attachment }],
    },
  }));
