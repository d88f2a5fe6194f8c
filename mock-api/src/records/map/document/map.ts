/** Documents, each with what it needs to be opened, or why it can't be. */
import type { Static } from 'typebox';
import type { Text } from '../../../common/documents.ts';
import type { DocumentBody } from '../../../common/record-documents.ts';
import {
  Attachment,
  Concept,
  Extended,
  fields,
  list,
  Reference,
  type Resource,
  resource,
  text,
} from '../../fhir/datatypes.ts';
import { firstTime } from '../../fhir/time.ts';
import { conceptText, saidText } from '../../words/concept.ts';
import { PHRASES } from '../../words/phrases.ts';
import { type ItemRow, kept, type MapContext } from '../context.ts';
import { STATUS } from '../observation/map.ts';
import { mediumOf, type ReportResource } from '../report/map.ts';

export const DocumentSchema = fields({
  ...resource,
  status: text,
  docStatus: text,
  type: Concept,
  category: list(Concept),
  subject: Reference,
  date: text,
  author: list(Reference),
  description: text,
  _description: Extended,
  content: list(fields({ attachment: Attachment })),
  securityLabel: list(Concept),
});
type DocumentResource = Static<typeof DocumentSchema>;

const KEPT_STATES: readonly string[] = ['superseded'];

function rowOf(
  from: Resource,
  attachment: Attachment,
  of: Pick<DocumentBody, 'title' | 'status'> & { type: Text | undefined; at: string | null },
  part: string,
  context: MapContext,
): ItemRow {
  const [media = null] = mediumOf(from, attachment, of.title, context);
  const isStored = context.file(from, attachment) !== undefined;
  const cannotOpen = media ? null : isStored ? 'damaged' : 'elsewhere';
  const lang = attachment.language ?? (typeof from.language === 'string' ? from.language : null);
  const kind = of.type && of.type.en !== of.title.en ? of.type : null;
  const body: DocumentBody = { title: of.title, kind, media, cannotOpen, status: of.status, lang };
  return { table: 'record_items', kind: 'document', part, code: null, at: of.at, until: null, body };
}

/** Returns a document for each of its attachments; one that another replaces is kept. */
export function mapDocument(from: Resource & DocumentResource, context: MapContext): ItemRow[] {
  if (KEPT_STATES.includes(from.status ?? '')) return [kept('state')];
  const type = conceptText(from.type, context.nameOf);
  const status = STATUS[from.docStatus ?? ''] ?? null;
  const at = firstTime(from.date);
  const rows = (from.content ?? []).flatMap(({ attachment }, index) => {
    if (!attachment) return [];
    const title =
      saidText(attachment.title, attachment._title) ??
      saidText(from.description, from._description) ??
      type ??
      PHRASES.document;
    return [rowOf(from, attachment, { title, type, at, status }, String(index), context)];
  });
  return rows.length > 0 ? rows : [kept('empty')];
}

/** Returns the documents that come with a report. */
export function documentsOfReport(from: Resource & ReportResource, context: MapContext): ItemRow[] {
  const at = firstTime(from.issued, from.effectiveDateTime);
  const type = conceptText(from.code, context.nameOf) ?? PHRASES.report;
  return (from.presentedForm ?? []).map((form, index) =>
    rowOf(
      from,
      form,
      { title: saidText(form.title, form._title) ?? type, type, at, status: null },
      `form-${index}`,
      context,
    ),
  );
}
