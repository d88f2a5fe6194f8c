import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FormOf } from 'shared-ui/contract/documents';
import { parseJson, readDocument } from '../fields.ts';
import { PlainError } from '../plain-error.ts';

/** One language's words for the hospital's terms. */
export interface Glossary {
  /** English term -> the forms of which a translation must hold one. `*` stands for an ending: "план* догляду". */
  terms: Record<string, string[]>;
  /** English texts that are the same in this language, such as "PDF". */
  same: string[];
  /** English term -> keys (`timeline-mfe/requests:need.mine`) whose translations rightly say it in other words. */
  except: Record<string, string[]>;
}

const FORMS = { kind: 'map', of: { kind: 'list', of: { kind: 'text' } } } as const;
const GLOSSARY: FormOf<Glossary> = {
  kind: 'object',
  required: { terms: FORMS, same: { kind: 'list', of: { kind: 'text' } }, except: FORMS },
  optional: {},
};

/** English term -> what it means here, for translators. */
export const TERMS_FILE = 'docs/languages/terms.json';
export const glossaryFile = (tag: string) => `docs/languages/glossary.${tag}.json`;

/** Returns the terms that every glossary must have, longest first: "hospital stay" before "hospital". */
export function readTerms(root: string): string[] {
  const terms = parseJson(readFileSync(join(root, TERMS_FILE), 'utf8'), TERMS_FILE);
  return Object.keys(Object(terms)).toSorted((a, b) => b.length - a.length);
}

/** @throws PlainError for a glossary that is missing, lacks a term, or has one that no language has */
export function readGlossary(tag: string, terms: readonly string[], root: string): Glossary {
  const file = glossaryFile(tag);
  const path = join(root, file);
  if (!existsSync(path))
    throw new PlainError(`${file} is missing: begin with {"terms": {}, "same": [], "except": {}} and its terms.`);
  const glossary = readDocument<Glossary>(readFileSync(path, 'utf8'), file, GLOSSARY);
  const lacking = terms.filter((term) => (glossary.terms[term] ?? []).length === 0);
  if (lacking.length > 0) throw new PlainError(`${file} lacks the terms ${lacking.join(', ')}.`);
  const unknown = Object.keys({ ...glossary.terms, ...glossary.except }).filter((term) => !terms.includes(term));
  if (unknown.length > 0) throw new PlainError(`${file} has terms that ${TERMS_FILE} lacks: ${unknown.join(', ')}.`);
  return glossary;
}

/** Matches an English term as a word of its own, in singular or plural. */
const inEnglish = (term: string) =>
  new RegExp(String.raw`(?<![\p{L}-])${term.replace(/y$/, '(?:y|ies)')}(?:s|es)?(?![\p{L}-])`, 'giu');

const plain = (text: string) => text.normalize('NFC').toLowerCase().replaceAll('’', "'").replaceAll('\u00a0', ' ');

/** Forms match inside words, too: languages join articles and endings to them. */
function holds(translation: string, form: string): boolean {
  const escaped = form.replace(/[.+?^${}()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(plain(escaped).replaceAll('*', String.raw`[\p{L}\p{M}]*`), 'u').test(plain(translation));
}

/** Returns the terms that a text's English has and its translation says in no allowed form. */
export function termsMissed(
  { key, source, translation }: { key: string; source: string; translation: string },
  terms: readonly string[],
  glossary: Glossary,
): string[] {
  let rest = source.replace(/\{+\w+\}+/g, ' ');
  return terms.filter((term) => {
    const without = rest.replace(inEnglish(term), ' … ');
    const isThere = without !== rest;
    rest = without;
    if (!isThere || glossary.except[term]?.includes(key)) return false;
    return !glossary.terms[term]?.some((form) => holds(translation, form));
  });
}
