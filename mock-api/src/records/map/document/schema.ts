import type { Static } from 'typebox';
import { Attachment, Concept, Extended, fields, list, Reference, resource, text } from '../../fhir/datatypes.ts';

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
export type DocumentResource = Static<typeof DocumentSchema>;
