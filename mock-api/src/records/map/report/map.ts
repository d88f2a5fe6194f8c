/** A DiagnosticReport as a result, with its values, pictures and documents; and lab values that no report names. */

import type { MediaDocument, ObservationDocument, Text } from '../../../common/documents.ts';
import type { ObservationBody } from '../../../common/record-documents.ts';
import { RESULT_TYPE, type ResultType } from '../../../contract.ts';
import { type Attachment, type Resource, shaped } from '../../fhir/datatypes.ts';
import { asMoment, firstTime } from '../../fhir/time.ts';
import { codesOf, conceptText, joined, saidText } from '../../words/concept.ts';
import { filled, PHRASES } from '../../words/phrases.ts';
import { personName } from '../care-team/name.ts';
import { type ItemRow, kept, type MapContext, type ResultRow } from '../context.ts';
import { asListed, STATUS } from '../observation/map.ts';
import { MediaSchema, type ReportResource } from './schema.ts';

/** Diagnostic service section (HL7 v2 table 0074) -> type of result. */
const TYPES: Readonly<Record<string, ResultType>> = {
  RAD: RESULT_TYPE.XRAY,
  LAB: RESULT_TYPE.BLOOD,
  HM: RESULT_TYPE.BLOOD,
  CH: RESULT_TYPE.BLOOD,
  EC: RESULT_TYPE.ELECTROCARDIOGRAM,
};

/** A stored file that a screen can show as a picture or open as a document. */
const isPicture = (type: string) => type.startsWith('image/');

/** Returns the media of a result that can be opened; the others are left to the list of documents. */
export function mediumOf(
  from: Resource,
  attachment: Attachment | undefined,
  title: Text | undefined,
  context: MapContext,
): MediaDocument[] {
  const file = context.file(from, attachment);
  if (!file?.type) return [];
  const named = title ?? saidText(attachment?.title, attachment?._title);
  const name = named ?? (isPicture(file.type) ? PHRASES.picture : PHRASES.document);
  return [
    { id: file.id, title: name, alt: name, file: '', stored: file.id, type: file.type, width: null, height: null },
  ];
}

function mediaOf(from: Resource & ReportResource, context: MapContext): MediaDocument[] {
  const pictures = (from.media ?? []).flatMap(({ link, comment }) => {
    const found = context.find(from, link);
    const medium = found?.resourceType === 'Media' ? shaped(MediaSchema, found) : undefined;
    if (!medium) return [];
    const title = saidText(comment) ?? conceptText(medium.type, context.nameOf);
    return mediumOf(medium, medium.content, title, context);
  });
  const documents = (from.presentedForm ?? []).flatMap((form) => mediumOf(from, form, undefined, context));
  const all = new Map([...pictures, ...documents].map((medium) => [medium.id, medium]));
  return [...all.values()];
}

const firstSentence = (text: string): string => /^.*?[.!?](?=\s|$)/s.exec(text)?.[0] ?? text;

const countOf = (values: number): Text => (values === 1 ? PHRASES.oneValue : filled(PHRASES.values, { count: values }));

function contentOf(from: ReportResource, conclusion: Text | null, values: number): Text {
  const status = STATUS[from.status ?? 'unknown'];
  const summary = conclusion ? { en: firstSentence(conclusion.en), fr: firstSentence(conclusion.fr) } : undefined;
  const words = summary ?? (values > 0 ? countOf(values) : PHRASES.seeReport);
  return joined([...(status ? [status] : []), words], ' · ');
}

/** The rows of Observations, by their key. */
export type RowsOf = (key: string) => readonly { id: string; row: ItemRow }[];

/** Returns the values that a report names, with the members of its panels, each once. */
function valuesOf(from: Resource & ReportResource, context: MapContext, rowsOf: RowsOf): ObservationDocument[] {
  const values = new Map<string, ObservationDocument>();
  const seen = new Set<Resource>();
  const add = (owner: Resource, references: readonly { reference?: string }[] | undefined) => {
    for (const reference of references ?? []) {
      const observation = context.find(owner, reference);
      if (observation?.resourceType !== 'Observation' || seen.has(observation)) continue;
      seen.add(observation);
      const rows = rowsOf(`Observation/${observation.id}`);
      for (const { id, row } of rows) {
        const body = row.body as ObservationBody;
        if (body.kind !== 'panel' && body.kind !== 'none') values.set(id, asListed(body, id));
      }
      if (rows.length > 0) add(observation, observation.hasMember as { reference?: string }[] | undefined);
    }
  };
  add(from, from.result);
  return [...values.values()];
}

const typeOf = ({ category = [] }: ReportResource): ResultType =>
  category
    .flatMap(codesOf)
    .map((code) => TYPES[code])
    .find((type) => type !== undefined) ?? RESULT_TYPE.OTHER;

/** Returns a result; a report without any date, or with nothing in it, is kept. */
export function mapReport(from: Resource & ReportResource, context: MapContext, rowsOf: RowsOf): ResultRow | ItemRow {
  const results = firstTime(
    from.issued,
    from.effectiveDateTime,
    from.effectivePeriod?.end,
    from.effectivePeriod?.start,
  );
  const performed = firstTime(from.effectiveDateTime, from.effectivePeriod?.start, from.issued);
  if (results === null || performed === null) return kept('empty');
  const { nameOf } = context;
  const observations = valuesOf(from, context, rowsOf);
  const concluded =
    saidText(from.conclusion, from._conclusion) ??
    joined(
      (from.conclusionCode ?? []).map((code) => conceptText(code, nameOf)).filter((words) => words !== undefined),
      ', ',
    );
  const conclusion = concluded.en === '' ? null : concluded;
  const [performer] = from.performer ?? [];
  return {
    table: 'results',
    type: typeOf(from),
    performedAt: asMoment(performed),
    resultsAt: asMoment(results),
    body: {
      name: conceptText(from.code, nameOf) ?? PHRASES.report,
      content: contentOf(from, conclusion, observations.length),
      completedAt: context.hospital,
      performer: personName(from, performer, context) ?? null,
      conclusion,
      observations,
      media: mediaOf(from, context),
      questions: [],
    },
  };
}

/** Returns a result of the lab values of one day that no report names. */
export function labValuesOf(day: string, values: readonly { id: string; row: ItemRow }[], hospital: string): ResultRow {
  const listed = values.flatMap(({ id, row }) => {
    const body = row.body as ObservationBody;
    return body.kind === 'panel' || body.kind === 'none' ? [] : [asListed(body, id)];
  });
  const times = values.flatMap(({ row }) => (row.at === null ? [] : [asMoment(row.at)])).sort();
  const at = times.at(-1) ?? asMoment(day);
  return {
    table: 'results',
    type: RESULT_TYPE.BLOOD,
    performedAt: times[0] ?? at,
    resultsAt: at,
    body: {
      name: PHRASES.labValues,
      content: countOf(listed.length),
      completedAt: hospital,
      performer: null,
      conclusion: null,
      observations: listed,
      media: [],
      questions: [],
    },
  };
}
