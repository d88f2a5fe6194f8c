/**
 * What a patient should read of each example, written from the files by hand (`by-hand/*.txt`), and the same lines of
 * what the mappers return.
 *
 * A table's first line says what is in it. A key at the margin is followed by its rows, indented; without rows, nothing
 * may be shown. What a row leaves out must be absent.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ResultBody } from '../../common/documents.ts';
import type { ItemBodies } from '../../common/record-documents.ts';
import { stableId } from '../../security/secrets.ts';
import type { Resource } from '../fhir/datatypes.ts';
import { parseFhirJson } from '../fhir/json.ts';
import { namesSubject, ownKey, recordOf, subjectsOf } from '../fhir/references.ts';
import { cutFiles } from '../files.ts';
import type { CarePlanRow, EventRow, ItemRow, MappedRow, ResultRow } from '../map/context.ts';
import type { ProjectedRow } from '../project.ts';
import { inEnglish, OF, projectDocuments } from './map-one.ts';

/** Returns the keys of all tables, each with its rows. */
export function readTables(): { key: string; lines: string[] }[] {
  const expected: { key: string; lines: string[] }[] = [];
  const folder = join(import.meta.dirname, 'by-hand');
  for (const name of readdirSync(folder).sort())
    for (const line of readFileSync(join(folder, name), 'utf8').split('\n'))
      if (/^[A-Z]\w+\/\S+$/.test(line)) expected.push({ key: line.trim(), lines: [] });
      else if (line.startsWith('  ')) expected.at(-1)?.lines.push(line.slice(2).trimEnd());
  return expected;
}

/** `Text` is a string here, once it is in English. */
type English<T> = T extends { en: string } ? string : T extends object ? { [K in keyof T]: English<T[K]> } : T;

type Part = string | false | null | undefined;
const joined = (name: string, parts: readonly Part[]) => `${name}: ${parts.filter(Boolean).join(' · ')}`.trimEnd();
const list = (label: string, texts: readonly string[], separator = ' / '): Part =>
  texts.length > 0 && `${label}${texts.join(separator)}`;
const labelled = (label: string, text: string | null | undefined): Part => text && `${label}${text}`;

/** A time to the minute, in UTC; a date as it is. */
const at = (time: string) => time.slice(0, 16).replace('T', ' ');
const when = (from: string | null, until: string | null): Part =>
  (from || until) && `@ ${from ? at(from) : ''}${until ? ` – ${at(until)}` : ''}`;

const KIND_OF_VALUE = new Set(['panel', 'recording', 'absent', 'none']);

type Bodies = { [K in keyof ItemBodies]: English<ItemBodies[K]> };
const ITEMS: { [K in keyof Bodies]: (body: Bodies[K], time: Part) => string } = {
  observation: (body, time) =>
    joined(body.partOf ? `${body.partOf} > ${body.name}` : body.name, [
      KIND_OF_VALUE.has(body.kind) && `(${body.kind})`,
      body.words,
      body.range && body.verdict && `${body.verdict} ${body.range.text}`,
      !body.verdict && list('range ', body.ranges, '; '),
      body.mark?.text,
      list('marks ', body.marks, ', '),
      labelled('status ', body.status),
      list('notes ', body.notes),
      body.isLab && 'lab',
      time,
    ]),
  medication: (body, time) =>
    joined(`${body.basis}, ${body.state}: ${body.name}`, [
      list('how ', body.how),
      list('times ', body.times),
      list('for ', body.for),
      list('why ', body.why),
      list('notes ', body.notes),
      time,
    ]),
  allergy: (body, time) =>
    joined(body.isStatement ? `(statement) ${body.name}` : body.name, [
      body.rulesOut && `rules out ${body.rulesOut}`,
      body.state,
      body.risk && `${body.risk} risk`,
      !body.isCertain && 'not certain',
      list('', body.categories),
      ...body.reactions.map(
        (reaction) => `[${[reaction.name, reaction.severity, reaction.at].filter(Boolean).join(', ')}]`,
      ),
      list('notes ', body.notes),
      time,
    ]),
  condition: (body, time) =>
    joined(body.name, [
      body.state,
      body.remark,
      labelled('severity ', body.severity),
      labelled('since ', body.since),
      labelled('until ', body.until),
      list('notes ', body.notes),
      time,
    ]),
  immunization: (body, time) =>
    joined(body.name, [
      body.given ? 'given' : 'not given',
      body.when,
      body.remark && `(${body.remark})`,
      list('notes ', body.notes),
      time,
    ]),
  appointment: (body, time) =>
    joined(body.name, [body.state, body.status, body.place, list('with ', body.people), time]),
  'care-team': (body, time) =>
    joined(body.isYou ? 'You' : (body.name ?? '?'), [body.role, body.isAttending && 'attends now', time]),
  document: (body, time) =>
    joined(body.title, [body.media ? `opens ${body.media.type}` : `can't open: ${body.cannotOpen}`, body.status, time]),
  kept: (body) => `kept: ${body.why}`,
};

function itemLine(row: ItemRow): string {
  const body = inEnglish(row.body) as never;
  const line = ITEMS[row.kind](body, when(row.at, row.until));
  return row.kind === 'observation' || row.kind === 'medication' || row.kind === 'kept' ? line : `${row.kind} ${line}`;
}

function resultLines({ type, performedAt, resultsAt, body: texts }: ResultRow): string[] {
  const body = inEnglish(texts) as English<ResultBody>;
  const media = body.media.map((medium) => `${medium.title} (${medium.type})`);
  return [
    joined(`result ${type}: ${body.name}`, [
      body.content,
      labelled('by ', body.performer),
      labelled('conclusion ', body.conclusion),
      list('media ', media),
      `@ ${at(performedAt)} – ${at(resultsAt)}`,
    ]),
    ...body.observations.map((value) =>
      joined(`- ${value.display}`, [
        value.valueQuantity && `${value.valueQuantity.figure} ${value.valueQuantity.unit}`.trim(),
        value.mark?.text,
        value.valueString,
        ...(value.marks ?? []),
        value.status,
        value.verdict && value.valueQuantity
          ? `${value.referenceRange?.low ?? ''}–${value.referenceRange?.high ?? ''}`
          : value.referenceRange?.text,
      ]),
    ),
  ];
}

function planLines({ createdAt, body: texts }: CarePlanRow): string[] {
  const body = inEnglish(texts) as English<CarePlanRow['body']>;
  return [
    joined(`plan ${body.title}`, [body.doctor, body.duration, `@ ${at(createdAt)}`]),
    ...body.carePlans.map(({ title, comments }) => (comments ? `- ${title}: ${comments}` : `- ${title}`)),
  ];
}

function eventLine({ createdAt, name, content, content2 }: EventRow): string {
  return joined(`event ${name.en}`, [content.en, content2?.en.replaceAll('\n', ' / '), `@ ${at(createdAt)}`]);
}

function linesOf(row: MappedRow): string[] {
  if (row.table === 'results') return resultLines(row);
  if (row.table === 'care_plans') return planLines(row);
  return row.table === 'events' ? [eventLine(row)] : [itemLine(row)];
}

const NO_PATIENT = 'Patient/none';
const PARTS = [
  '',
  ...Array.from({ length: 12 }, (_, index) => [`${index}`, `participant-${index}`, `form-${index}`]).flat(),
];
const TABLES: readonly MappedRow['table'][] = ['results', 'care_plans', 'events', 'record_items'];

/** Records of all patients in some files, each as an import makes it. */
export class Records {
  readonly #resources: readonly Resource[];
  /** Resources that name no patient -> the patient whose record they are part of. */
  readonly #owners = new Map<Resource, string>();
  readonly #records = new Map<string, ReadonlyMap<string, ProjectedRow>>();

  constructor(resources: readonly Resource[]) {
    this.#resources = resources;
    for (const subject of new Set(resources.flatMap(subjectsOf)))
      for (const resource of recordOf(subject, resources))
        if (!namesSubject(resource)) this.#owners.set(resource, subject);
  }

  /** Returns what is shown of a resource; a first line says if it is part of no patient's record, or withheld. */
  linesOf(key: string): string[] {
    const resource = this.#resources.find((item) => ownKey(item) === key);
    if (!resource) return ['(not in the files)'];
    const [subject] = subjectsOf(resource);
    const owner = subject ?? this.#owners.get(resource);
    const rows = owner === undefined ? project(NO_PATIENT, [resource]) : this.#recordOf(owner);
    const own = TABLES.flatMap((table) =>
      PARTS.map((part) => rows.get(stableId(OF.userId, OF.source, key, table, part))),
    );
    const shown = own.filter((row) => row !== undefined);
    return [
      ...(owner === undefined ? ['(no patient)'] : []),
      ...(shown.some(({ isWithheld }) => isWithheld) ? ['(withheld from supporters)'] : []),
      ...shown.flatMap(({ row }) => linesOf(row)),
    ];
  }

  #recordOf(subject: string): ReadonlyMap<string, ProjectedRow> {
    const known = this.#records.get(subject);
    if (known) return known;
    const rows = project(subject, recordOf(subject, this.#resources));
    this.#records.set(subject, rows);
    return rows;
  }
}

function project(patient: string, resources: readonly Resource[]): ReadonlyMap<string, ProjectedRow> {
  const byKey = new Map([...resources].reverse().map((resource) => [ownKey(resource), resource]));
  const cut = [...byKey].map(([key, resource]) => ({
    key,
    ...cutFiles(parseFhirJson(JSON.stringify(resource)), [key]),
  }));
  return projectDocuments(
    patient,
    cut.map(({ key, value }) => ({ key, document: JSON.stringify(value) })),
    cut.flatMap(({ key, files }) => files.map(({ id, type }) => ({ id, type, key }))),
  );
}
