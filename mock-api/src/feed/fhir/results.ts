/** Results (OBR, OBX and NTE of ORU; OBX of ADT and SIU) as Observations and DiagnosticReports. */
import type { Hl7Segment } from '@medplum/core';
import { fieldOf, repetitionsOf } from '../message.ts';
import { filesOf, isFile } from './files.ts';
import { resourceId } from './identity.ts';
import { type FeedReading, metaOf, type ResourceChange } from './reading.ts';
import { fieldTime, timeOf } from './time.ts';
import { conceptOf, staffName, tableOf, wordsOf } from './types.ts';
import { rangesOf, resultValue } from './values.ts';

interface FeedResult {
  obx: Hl7Segment;
  notes: string[];
}

interface FeedOrder {
  obr: Hl7Segment;
  orc: Hl7Segment | undefined;
  notes: string[];
  results: FeedResult[];
}

export interface FeedResults {
  orders: FeedOrder[];
  /** Those that belong to no order. */
  loose: FeedResult[];
}

const noteOf = (nte: Hl7Segment): string =>
  repetitionsOf(nte, 3)
    .map(({ whole }) => whole ?? '')
    .join('\n');

/** Returns the orders and results of one person; a note belongs to what it follows. */
export function resultsIn(segments: readonly Hl7Segment[]): FeedResults {
  const found: FeedResults = { orders: [], loose: [] };
  let orc: Hl7Segment | undefined;
  let notes: string[] = [];
  for (const segment of segments) {
    const order = found.orders.at(-1);
    if (segment.name === 'ORC') orc = segment;
    else if (segment.name === 'OBR') {
      notes = [];
      found.orders.push({ obr: segment, orc, notes, results: [] });
      orc = undefined;
    } else if (segment.name === 'OBX') {
      notes = [];
      (order?.results ?? found.loose).push({ obx: segment, notes });
    } else if (segment.name === 'NTE') notes.push(noteOf(segment));
    // What is between is not shown, nor are its notes; those of a specimen are its order's.
    else notes = segment.name === 'SPM' && order ? order.notes : [];
  }
  return found;
}

/** Status of a result (table 0085) -> FHIR's. D and W withdraw it: it was deleted, or of another person. */
const STATUSES: ReadonlyMap<string | undefined, string> = new Map([
  ['A', 'amended'],
  ['B', 'amended'],
  ['C', 'corrected'],
  ['D', 'entered-in-error'],
  ['F', 'final'],
  ['I', 'registered'],
  ['N', 'final'],
  ['P', 'preliminary'],
  ['R', 'preliminary'],
  ['S', 'preliminary'],
  ['U', 'final'],
  ['V', 'final'],
  ['W', 'entered-in-error'],
  ['X', 'cancelled'],
]);

/** Status of an order's results (table 0123) -> FHIR's. */
const REPORT_STATUSES: ReadonlyMap<string | undefined, string> = new Map([
  ['O', 'registered'],
  ['I', 'registered'],
  ['S', 'registered'],
  ['N', 'registered'],
  ['A', 'partial'],
  ['R', 'partial'],
  ['P', 'preliminary'],
  ['M', 'preliminary'],
  ['C', 'corrected'],
  ['F', 'final'],
  ['X', 'cancelled'],
]);

/** Sections of a laboratory (table 0074). */
const LABORATORY: ReadonlySet<string | undefined> = new Set(
  'LAB HM CH MB MCB MYC PAR VR SR TX BLB BG CG GE CTH SP PAT CP URN IMM'.split(' '),
);

/** What belongs to an order, with the ids of what it is made into. */
export class ResultConverter {
  readonly #reading: FeedReading;
  readonly #patient: string;
  readonly #ids = new Map<string, number>();

  constructor(reading: FeedReading, patient: string) {
    this.#reading = reading;
    this.#patient = patient;
  }

  /** Returns an id that a later version of the same thing has too; several of one message are counted. */
  #id(...parts: readonly string[]): string {
    const name = parts.join('\u0000');
    const count = this.#ids.get(name) ?? 0;
    this.#ids.set(name, count + 1);
    return count === 0 ? resourceId(...parts) : resourceId(...parts, String(count));
  }

  get #shared() {
    return { meta: metaOf(this.#reading), subject: { reference: this.#patient } };
  }

  /** Returns the results of an order and its report. */
  *order(order: FeedOrder): Generator<ResourceChange> {
    const { obr, results } = order;
    const key = this.#orderKey(order);
    const values = withLines(
      results.filter(({ obx }) => !isFile(obx)),
      this.#reading.timeZone,
    );
    const isText = values.length > 0 && values.every(({ obx }) => PROSE.has(fieldOf(obx, 2).text(1)));
    const changes = isText ? [] : values.flatMap((value) => this.#observation(value, obr, key));
    yield* changes;
    const text = isText ? proseOf(values, obr) : values.length === 0 ? notesText(order.notes) : undefined;
    const files = results.filter(({ obx }) => isFile(obx));
    const forms = files.filter(({ obx }) => !isWithdrawn(obx)).flatMap(({ obx }) => filesOf(obx));
    const conclusion = text ?? (isText ? null : notesText(order.notes));
    const status = REPORT_STATUSES.get(fieldOf(obr, 25).text(1)) ?? statusOf(results);
    yield {
      how: 'merge',
      resource: {
        resourceType: 'DiagnosticReport',
        id: this.#id('report', ...key),
        ...this.#shared,
        ...(status !== undefined && { status }),
        category: sectionOf(obr),
        code: conceptOf(fieldOf(obr, 4)),
        ...this.#performed(obr),
        issued: this.#issued(obr),
        performer: interpreterOf(obr),
        ...(changes.length > 0 && {
          result: changes.map(({ resource }) => ({ reference: `Observation/${resource.id}` })),
        }),
        ...(conclusion !== undefined && { conclusion }),
        ...(files.length > 0 && { presentedForm: forms }),
      },
    };
  }

  /** Returns a result that belongs to no order, such as a weight in a message about a stay. */
  loose(result: FeedResult, stay: string): ResourceChange[] {
    return this.#observation({ ...result, value: resultValue(result.obx, this.#reading.timeZone) }, undefined, [
      'loose',
      stay,
      fieldOf(result.obx, 14).text(1) ?? '',
    ]);
  }

  #orderKey({ obr, orc }: FeedOrder): string[] {
    const service = fieldOf(obr, 4).text(1) ?? fieldOf(obr, 4).text(2) ?? '';
    // The number of who fills the order, else of who placed it.
    const numbers = [fieldOf(obr, 3), fieldOf(orc, 3), fieldOf(obr, 2), fieldOf(orc, 2)];
    const number = numbers.find((one) => one.text(1) !== undefined);
    if (number) return [number.text(1) ?? '', number.text(2) ?? '', service];
    return [fieldOf(obr, 7).text(1) ?? this.#reading.controlId, service];
  }

  #performed(obr: Hl7Segment) {
    const [start, end] = [fieldOf(obr, 7), fieldOf(obr, 8)].map((field) => fieldTime(field, this.#reading.timeZone));
    if (end !== undefined && start !== undefined) return { effectivePeriod: { start, end } };
    return { effectiveDateTime: start };
  }

  #issued(obr: Hl7Segment | undefined): string {
    const { timeZone, sentAt, receivedAt } = this.#reading;
    return fieldTime(fieldOf(obr, 22), timeZone) ?? timeOf(sentAt, timeZone) ?? receivedAt;
  }

  #observation(
    { obx, notes, value }: FeedValue,
    obr: Hl7Segment | undefined,
    key: readonly string[],
  ): ResourceChange[] {
    const code = fieldOf(obx, 11).text(1);
    // It describes the order, and has no value.
    if (code === 'O') return [];
    const { timeZone } = this.#reading;
    const status = STATUSES.get(code) ?? (obr && REPORT_STATUSES.get(fieldOf(obr, 25).text(1))) ?? 'unknown';
    const name = fieldOf(obx, 3);
    const id = this.#id('observation', ...key, name.text(1) ?? name.text(2) ?? '', fieldOf(obx, 4).whole?.trim() ?? '');
    const base = { resourceType: 'Observation', id, ...this.#shared, status };
    // Its value came before.
    if (code === 'U' && Object.keys(value).length === 0) return [{ how: 'merge-stored', resource: base }];
    const isUnasked = code === 'N' && Object.keys(value).length === 0;
    const note = notesText(notes);
    const resource = {
      ...base,
      ...(LABORATORY.has(fieldOf(obr, 24).text(1)) && { category: LAB_CATEGORY }),
      code: conceptOf(name),
      effectiveDateTime: fieldTime(fieldOf(obx, 14), timeZone) ?? (obr && fieldTime(fieldOf(obr, 7), timeZone)),
      issued: this.#issued(obr),
      ...value,
      ...(isUnasked && { dataAbsentReason: NOT_ASKED }),
      interpretation: marksOf(obx),
      referenceRange: rangesOf(obx),
      ...(note !== undefined && { note: [{ text: note }] }),
    };
    return [{ how: 'replace', resource }];
  }
}

const LAB_CATEGORY = [
  { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/observation-category', code: 'laboratory' }] },
];
const NOT_ASKED = {
  coding: [{ system: 'http://terminology.hl7.org/CodeSystem/data-absent-reason', code: 'not-asked' }],
};

const isWithdrawn = (obx: Hl7Segment): boolean => STATUSES.get(fieldOf(obx, 11).text(1)) === 'entered-in-error';

/** Returns the status that all results of an order have, for an order that says none. */
function statusOf(results: readonly FeedResult[]): string | undefined {
  const known = new Set(results.map(({ obx }) => STATUSES.get(fieldOf(obx, 11).text(1))));
  known.delete('entered-in-error');
  const [only] = known;
  return known.size === 1 ? only : undefined;
}

const notesText = (notes: readonly string[]): string | undefined => notes.join('\n').trim() || undefined;

interface FeedValue extends FeedResult {
  value: Readonly<Record<string, unknown>>;
}

/** Returns what the lines of one text have in common. */
const lineKey = (obx: Hl7Segment): string => [2, 3, 4, 11].map((field) => obx.getField(field)?.toString()).join('|');

/** Returns results with their values: a text that was sent as a result for each of its lines is one. */
function withLines(results: readonly FeedResult[], zone: string | undefined): FeedValue[] {
  const found: FeedValue[] = [];
  for (const result of results) {
    const value = resultValue(result.obx, zone);
    const before = found.at(-1);
    const isLine = typeof value.valueString === 'string' && fieldOf(result.obx, 8).isEmpty;
    if (
      isLine &&
      before &&
      typeof before.value.valueString === 'string' &&
      lineKey(before.obx) === lineKey(result.obx)
    ) {
      before.value = { valueString: `${before.value.valueString}\n${value.valueString}` };
      before.notes.push(...result.notes);
    } else found.push({ ...result, value });
  }
  return found;
}

/** Types of text that is read as prose; ST is a short value. */
const PROSE: ReadonlySet<string | undefined> = new Set(['TX', 'FT']);

/** Returns the text of a report: a paragraph for each part, below its name if that isn't the report's. */
function proseOf(values: readonly FeedValue[], obr: Hl7Segment): string | undefined {
  const reportName = wordsOf(conceptOf(fieldOf(obr, 4)) ?? {});
  const paragraphs = values
    .filter(({ obx }) => !isWithdrawn(obx))
    .map(({ obx, value, notes }) => {
      const name = fieldOf(obx, 3).text(2);
      const heading = name === undefined || name === reportName ? [] : [name];
      return [...heading, value.valueString, notesText(notes)].filter((part) => typeof part === 'string').join('\n');
    });
  return paragraphs.join('\n\n').trim() || undefined;
}

function sectionOf(obr: Hl7Segment) {
  const code = fieldOf(obr, 24).text(1);
  return code === undefined ? undefined : [{ coding: [{ system: tableOf('0074'), code }] }];
}

/** Who interpreted the result (OBR-32), whose parts are subcomponents; some senders write components. */
function interpreterOf(obr: Hl7Segment) {
  const field = fieldOf(obr, 32);
  const parts = [field.text(1, 6), field.text(1, 3), field.text(1, 2)].filter((part) => part !== undefined);
  const display = field.text(1, 2) === undefined ? staffName(field) : parts.join(' ');
  return display === undefined ? undefined : [{ display }];
}

/** Codes of HL7's own scale (table 0078), which are the same in FHIR. */
const MARKS: ReadonlySet<string> = new Set(
  '< > A AA B CAR D DET E EX EXP H HH HU I IE IND L LL LU MS N NCL ND NEG NR NS POS R RR S SDD SYN-R SYN-S U VS UNE W WR'.split(
    ' ',
  ),
);

/** Returns the hospital's marks of a result (OBX-8): HL7's codes as FHIR's, others as they were written. */
function marksOf(obx: Hl7Segment) {
  const marks = repetitionsOf(obx, 8).flatMap((one) => conceptOf(one) ?? []);
  return marks.map((mark) => {
    const [first] = mark.coding ?? [];
    const code = first?.code?.toUpperCase() ?? '';
    return MARKS.has(code) ? { coding: [{ system: tableOf('0078'), code, display: first?.display }] } : mark;
  });
}
