import type { Static } from 'typebox';
import {
  Attachment,
  Concept,
  Extended,
  fields,
  list,
  Period,
  Reference,
  resource,
  text,
} from '../../fhir/datatypes.ts';

export const ReportSchema = fields({
  ...resource,
  status: text,
  category: list(Concept),
  code: Concept,
  subject: Reference,
  effectiveDateTime: text,
  effectivePeriod: Period,
  issued: text,
  performer: list(Reference),
  result: list(Reference),
  media: list(fields({ comment: text, link: Reference })),
  conclusion: text,
  _conclusion: Extended,
  conclusionCode: list(Concept),
  presentedForm: list(Attachment),
});
export type ReportResource = Static<typeof ReportSchema>;

export const MediaSchema = fields({ ...resource, status: text, type: Concept, content: Attachment });
