/** A DiagnosticReport as a result, with its values, pictures and documents; and lab values that no report names. */
import type { Static } from 'typebox';
import type { MediaDocument, Text } from '../../../common/documents.ts';
import { mapText } from '../../../common/i18n.ts';
import type { ObservationBody } from '../../../common/record-documents.ts';
import { RESULT_TYPE, type ResultType } from '../../../contract.ts';
import {
  Attachment,
  Concept,
  Extended,
  fields,
  list,
  Period,
  Reference,
  type Resource,
  resource,
  shaped,
  text,
} from '../../fhir/datatypes.ts';
import { ownKey } from '../../fhir/references.ts';
import { asMoment, firstTime } from '../../fhir/time.ts';
import { codesOf, conceptText, conceptTexts, joined, saidText } from '../../words/concept.ts';
import { filled, listed, PHRASES } from '../../words/phrases.ts';
import { type ItemRow, kept, type MapContext, personName, type ResultRow } from '../context.ts';
import { observationDocument, STATUS } from '../observation/map.ts';
import { questionsOf } from './questions.ts';

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

const MediaSchema = fields({ ...resource, status: text, type: Concept, content: Attachment });

const isReference = (item: unknown): item is Reference =>
  typeof item === 'object' && item !== null && 'reference' in item && typeof item.reference === 'string';

const referencesIn = (value: unknown): Reference[] => (Array.isArray(value) ? value.filter(isReference) : []);

/** Yields each Observation that a report names, and the members of its panels, once and in the order of the report. */
function* observationsOf(report: Resource, find: MapContext['find']): Generator<Resource> {
  const seen = new Set<Resource>();
  const stack: { owner: Resource; reference: Reference }[] = [];
  const push = (owner: Resource, parts: unknown) => {
    for (const reference of referencesIn(parts).reverse()) stack.push({ owner, reference });
  };
  push(report, report.result);
  for (let next = stack.pop(); next; next = stack.pop()) {
    const observation = find(next.owner, next.reference);
    if (observation?.resourceType !== 'Observation' || seen.has(observation)) continue;
    seen.add(observation);
    yield observation;
    push(observation, observation.hasMember);
  }
}

/** Returns when what it reports was measured. */
const performedAt = (of: ReportResource): string | null =>
  firstTime(of.effectiveDateTime, of.effectivePeriod?.start, of.issued);

/** Returns the time of the report that names an Observation, by the Observation's key; of several, the first. */
export function reportTimes(resources: Iterable<Resource>, find: MapContext['find']): ReadonlyMap<string, string> {
  const times = new Map<string, string>();
  for (const resource of resources) {
    const report = resource.resourceType === 'DiagnosticReport' ? shaped(ReportSchema, resource) : undefined;
    const at = report ? performedAt(report) : null;
    if (!report || at === null) continue;
    for (const observation of observationsOf(report, find)) {
      const key = ownKey(observation);
      const known = times.get(key);
      if (known === undefined || at < known) times.set(key, at);
    }
  }
  return times;
}

/** Diagnostic service section (HL7 v2 table 0074) -> type of result. */
const TYPES: Readonly<Record<string, ResultType>> = {
  RAD: RESULT_TYPE.XRAY,
  LAB: RESULT_TYPE.BLOOD,
  HM: RESULT_TYPE.BLOOD,
  CH: RESULT_TYPE.BLOOD,
  EC: RESULT_TYPE.ELECTROCARDIOGRAM,
};

/** Sections of a laboratory that examine more than blood: microbiology, pathology, cytology, genetics and so on. */
const NO_BLOOD: ReadonlySet<string> = new Set(['MB', 'MCB', 'MYC', 'PAR', 'VR', 'PAT', 'SP', 'CP', 'CTH', 'GE']);

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

const countOf = (values: number): Text => filled('values', { count: values });

/** Returns the status, if it is not final, and the conclusion's first sentence or what else there is; maybe empty. */
function contentOf(from: ReportResource, conclusion: Text | null, values: number, media: number): Text {
  const status = STATUS[from.status ?? 'unknown'];
  const summary = conclusion ? mapText(conclusion, firstSentence) : undefined;
  const isToOpen = media + (from.presentedForm ?? []).length > 0;
  const words = summary ?? (values > 0 ? countOf(values) : isToOpen ? PHRASES.seeReport : undefined);
  return joined([status, words], ' · ');
}

/** Statuses of a DiagnosticReport that is complete, maybe after a correction. */
const FINAL: ReadonlySet<string | undefined> = new Set(['final', 'amended', 'corrected', 'appended']);

/** The rows of Observations, by their key. */
export type RowsOf = (key: string) => readonly { id: string; row: ItemRow }[];

/** Whether a row has something to list: a value, or a mark such as "Resistant". */
const saysSomething = ({ kind, mark, marks }: ObservationBody): boolean =>
  kind !== 'panel' && (kind !== 'none' || Boolean(mark) || marks.length > 0);

interface Value {
  id: string;
  row: ItemRow;
  body: ObservationBody;
}

/** Returns the values that a report names, with the members of its panels, each once. */
function valuesOf(from: Resource & ReportResource, context: MapContext, rowsOf: RowsOf): Value[] {
  const values = new Map<string, Value>();
  for (const observation of observationsOf(from, (owner, reference) => context.find(owner, reference)))
    for (const { id, row } of rowsOf(ownKey(observation)))
      values.set(id, { id, row, body: row.body as ObservationBody });
  return [...values.values()];
}

const typeOf = ({ category = [] }: ReportResource): ResultType => {
  const codes = category.flatMap(codesOf);
  const type = codes.map((code) => TYPES[code]).find((known) => known !== undefined) ?? RESULT_TYPE.OTHER;
  // Cultures and tissue come from a laboratory too.
  return type === RESULT_TYPE.BLOOD && codes.some((code) => NO_BLOOD.has(code)) ? RESULT_TYPE.OTHER : type;
};

/** Returns a result; a report without any date, or with nothing in it, is kept. */
export function mapReport(from: Resource & ReportResource, context: MapContext, rowsOf: RowsOf): ResultRow | ItemRow {
  const results = firstTime(
    from.issued,
    from.effectiveDateTime,
    from.effectivePeriod?.end,
    from.effectivePeriod?.start,
  );
  const performed = performedAt(from);
  if (results === null || performed === null) return kept('empty');
  const { nameOf } = context;
  const values = valuesOf(from, context, rowsOf);
  const observations = values.flatMap(({ id, row, body }) =>
    saysSomething(body) ? [observationDocument(body, id, row.at)] : [],
  );
  const concluded =
    saidText(from.conclusion, from._conclusion) ?? listed(conceptTexts(from.conclusionCode, nameOf), 'comma');
  const conclusion = concluded.en === '' ? null : concluded;
  const media = mediaOf(from, context);
  const content = contentOf(from, conclusion, observations.length, media.length);
  if (content.en === '') return kept('empty');
  const questions = questionsOf({
    status: from.status ?? 'unknown',
    conclusion,
    values: values.map(({ row, body }) => ({
      body,
      earlier: context.before(row)?.body as ObservationBody | undefined,
    })),
    hasPictures: media.some(({ type }) => isPicture(type)),
    hasFiles: media.some(({ type }) => !isPicture(type)),
  });
  const [performer] = from.performer ?? [];
  return {
    table: 'results',
    type: typeOf(from),
    performedAt: asMoment(performed),
    resultsAt: asMoment(results),
    isFinal: FINAL.has(from.status),
    body: {
      name: conceptText(from.code, nameOf) ?? PHRASES.report,
      content,
      completedAt: context.hospital,
      performer: personName(from, performer, context) ?? null,
      conclusion,
      observations,
      media,
      questions,
    },
  };
}

/** Returns a result of the lab values of one day that no report names. */
export function labValuesOf(day: string, values: readonly { id: string; row: ItemRow }[], hospital: string): ResultRow {
  const listed = values.flatMap(({ id, row }) => {
    const body = row.body as ObservationBody;
    return saysSomething(body) ? [observationDocument(body, id, row.at)] : [];
  });
  const times = values.flatMap(({ row }) => (row.at === null ? [] : [asMoment(row.at)])).sort();
  const at = times.at(-1) ?? asMoment(day);
  return {
    table: 'results',
    type: RESULT_TYPE.BLOOD,
    performedAt: times[0] ?? at,
    resultsAt: at,
    isFinal: false,
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
