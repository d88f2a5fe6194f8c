/**
 * Explanations of reports: one for each report that arrived final or corrected after the record was linked, from the
 * hospital's own service to the desk. A report that says something else has no explanation until a new one is approved.
 */

import { localized, type ResultBody } from '../../common/documents.ts';
import { type Locale, toDeskLocale } from '../../common/i18n.ts';
import type { Observation } from '../../contract.ts';
import type { Trx } from '../../db/schema.ts';
import { localeOf, type UserRow } from '../../repositories/accounts/users.ts';
import { otherMarks, toObservation } from '../../repositories/care/content.ts';
import { listReports, queueReport, removeReport } from '../../repositories/records/explanations.ts';
import type { Resource } from '../fhir/datatypes.ts';
import type { ProjectedRow } from '../project.ts';
import { inLocale } from '../words/amount.ts';

interface Reports {
  user: UserRow;
  /** As the hospital's record has them. */
  patient: Resource | undefined;
  source: string;
  /** Only reports from then on are sent. */
  linkedAt: string;
  /** Whether there is a service to ask. */
  isAsked: boolean;
}

/**
 * Removes explanations of reports that now say something else, and asks for those that are missing. Part of the
 * transaction that writes the reports. What supporters never see is not sent.
 */
export async function renewExplanations(
  trx: Trx,
  projected: ReadonlyMap<string, ProjectedRow>,
  { user, patient, source, linkedAt, isAsked }: Reports,
): Promise<void> {
  const existing = await listReports(trx, user.id, source);
  if (!isAsked && existing.length === 0) return;
  const language = toDeskLocale(localeOf(user));
  const wanted = new Map<string, { report: string; isNew: boolean }>();
  for (const { id, row, isWithheld } of projected.values()) {
    if (row.table !== 'results' || !row.isFinal || isWithheld) continue;
    const report = withoutIdentity(reportText(row.body, language), user, patient);
    if (report !== '') wanted.set(id, { report, isNew: row.resultsAt >= linkedAt });
  }
  const outdated = existing.filter(({ result_id: result, report }) => wanted.get(result)?.report !== report);
  for (const { id } of outdated) await removeReport(trx, id);
  if (!isAsked) return;
  const had = new Set(outdated.map(({ result_id: result }) => result));
  const current = new Set(existing.map(({ result_id: result }) => result).filter((result) => !had.has(result)));
  for (const [result, { report, isNew }] of wanted)
    if (!current.has(result) && (isNew || had.has(result)))
      await queueReport(trx, { result_id: result, user_id: user.id, language, report });
}

/** Stands for what was left out. */
const GAP = '[…]';

function rangeOf({ referenceRange, verdict }: Observation, locale: Locale): string {
  const { low, high, text } = referenceRange ?? { low: null, high: null, text: null };
  const figures = [low ?? '', high ?? ''].map((limit) => inLocale(String(limit), locale)).join('–');
  const range = (verdict?.comparison ? null : text) ?? (figures === '–' ? '' : figures);
  return range === '' ? '' : ` (${range})`;
}

function lineOf(value: Observation, locale: Locale): string {
  const { display, valueQuantity, valueString, status, verdict } = value;
  const figure = valueQuantity && inLocale(valueQuantity.figure ?? String(valueQuantity.value), locale);
  const amount = valueQuantity ? `${figure} ${valueQuantity.unit}`.trim() : '';
  const said = [amount, valueString, ...otherMarks(value), status, verdict?.text].filter((words) => words).join(' · ');
  return `- ${display}: ${said}${rangeOf(value, locale)}`;
}

const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.flatMap(textsIn) : typeof value === 'string' ? [value] : [];

/** Returns the texts in these fields of a resource's list, such as its names. */
const fieldsOf = (list: unknown, fields: readonly string[]): string[] =>
  (Array.isArray(list) ? list : []).flatMap((item) => fields.flatMap((field) => textsIn(Object(item)[field])));

const MONTHS = { month: 'long', timeZone: 'UTC' } as const;

/** Returns how letters write a day: 1980-03-09, 09/03/1980, 9 March 1980, March 9, 1980, 9 mars 1980. */
function spellingsOf(day: string): string[] {
  if (!/^\d{4}-\d\d-\d\d$/.test(day)) return [];
  const [year = '', month = '', date = ''] = day.split('-');
  const short = [month, date].map((part) => String(Number(part)));
  const pairs = [
    [date, month],
    [month, date],
    [short[1], short[0]],
    [short[0], short[1]],
  ];
  const figures = ['/', '-', '.', ' '].flatMap((sign) => [
    [year, month, date].join(sign),
    ...pairs.map((pair) => [...pair, year].join(sign)),
  ]);
  const names = ['en', 'fr'].map((locale) => new Date(day).toLocaleDateString(locale, MONTHS));
  const worded = names.flatMap((name) => [
    `${short[1]} ${name} ${year}`,
    `${name} ${short[1]}, ${year}`,
    `${name} ${short[1]} ${year}`,
  ]);
  return [`${year}${month}${date}`, ...figures, ...worded];
}

/** Returns one plain letter for each letter: e for É. */
const folded = (letters: readonly string[]): string =>
  letters.map((letter) => letter.normalize('NFD').charAt(0).toLowerCase()).join('');

const lettersOf = (text: string): string[] => [...text.normalize('NFC')];

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Contact details of anybody, in forms that letters use. */
const CONTACTS = [
  /[\w.+-]+@[\w-]+(\.[\w-]+)+/g,
  /(?<![\d.,])(\+?1[-. ]?)?\(?\d{3}\)?[-. ]\d{3}[-. ]\d{4}(?![\d.,]\d)/g,
  /\b[A-Z]\d[A-Z][ -]?\d[A-Z]\d\b/gi,
  /\b\d{4}[- ]\d{3}[- ]\d{3}([- ]?[A-Z]{2})?\b/g,
];

/** Shorter names are words too, such as An, and left out only with a capital letter. */
const LEAST_LETTERS = 4;

function identityOf(user: UserRow, { name, identifier, telecom, address, birthDate }: Partial<Resource>): string[] {
  const names = [user.first_name, user.last_name, ...fieldsOf(name, ['family', 'given', 'text'])];
  const days = [user.date_of_birth, birthDate].flatMap(textsIn);
  const codes = [user.wristband_code, user.phone_number, ...fieldsOf([identifier, telecom].flat(), ['value'])];
  const home = [user.address, user.city, user.postal_code, ...fieldsOf(address, ['line', 'city', 'postalCode'])];
  return [
    ...names.flatMap((words) => words.split(/[\s,]+/)),
    ...days.flatMap(spellingsOf),
    ...[codes, home].flat().flatMap(textsIn),
  ];
}

/**
 * Returns a text without names, numbers, birth dates and addresses of the patient, as far as the account or the
 * hospital's record has them, and without anybody's contact details.
 * @param patient as the hospital's record has them
 */
function withoutIdentity(text: string, user: UserRow, patient: Resource | undefined): string {
  const letters = lettersOf(CONTACTS.reduce((rest, pattern) => rest.replace(pattern, GAP), text));
  const known = identityOf(user, patient ?? {}).map((part) => folded(lettersOf(part.trim())));
  const longestFirst = [...new Set(known)].sort((one, other) => other.length - one.length);
  const parts = longestFirst.filter((part) => part.length > 1).map(escaped);
  if (parts.length === 0) return letters.join('');
  let rest = '';
  let from = 0;
  for (const { 0: found, index } of folded(letters).matchAll(
    new RegExp(`(?<![\\p{L}\\d])(${parts.join('|')})(?![\\p{L}\\d])`, 'gu'),
  )) {
    if (found.length < LEAST_LETTERS && /\p{Ll}/u.test(letters[index] ?? '')) continue;
    rest += letters.slice(from, index).join('') + GAP;
    from = index + found.length;
  }
  return rest + letters.slice(from).join('');
}

/**
 * Returns a report as plain text; empty if it has no words, such as one that is only a PDF.
 */
function reportText(result: ResultBody, language: Locale): string {
  const { name, conclusion } = localized({ name: result.name, conclusion: result.conclusion }, language);
  const lines = result.observations.map((value) => lineOf(toObservation(value, null, language), language));
  if (conclusion === null && lines.length === 0) return '';
  return [name, conclusion ?? '', lines.join('\n')].filter((part) => part !== '').join('\n\n');
}
