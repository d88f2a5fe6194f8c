/** Checks that docs/product-rules.md names a test for each rule, and that these tests exist (`npm run lint`). */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPO } from 'server-kit/paths';
import { PlainError, runCommand } from 'server-kit/plain-error';
import { titlesIn } from './docs.ts';

const PAGE = 'docs/product-rules.md';
const NOTATION = '<!-- test: path › title -->';
const TEST_NOTE = /^test: (\S+) › (.+)$/;
const NO_RULE = 'no rule';

/** An HTML comment on the page. */
interface Note {
  /** Counted from 1. */
  line: number;
  text: string;
}

/** A list item or a paragraph, with the comments that follow it. */
interface Rule extends Note {
  notes: Note[];
}

interface Section {
  /** Comments between the heading and the first rule. */
  notes: Note[];
  rules: Rule[];
}

/** Returns the comment that begins in a line, or undefined if none does. */
function noteAt(lines: readonly string[], index: number): (Note & { height: number }) | undefined {
  if (!lines[index]?.trimStart().startsWith('<!--')) return undefined;
  const height = lines.slice(index).findIndex((line) => line.includes('-->')) + 1 || lines.length - index;
  const [, text = ''] = /<!--(.*?)(?:-->|$)/s.exec(lines.slice(index, index + height).join(' ')) ?? [];
  return { line: index + 1, text: text.replace(/\s+/g, ' ').trim(), height };
}

/** Returns the sections of a page, without the text before the first heading of level 2. */
export function sectionsIn(markdown: string): Section[] {
  const lines = markdown.split('\n');
  const sections: Section[] = [];
  let isOpen = false;
  for (let index = 0; index < lines.length; index += 1) {
    const text = lines[index]?.trim() ?? '';
    if (/^##+ /.test(text)) sections.push({ notes: [], rules: [] });
    const section = sections.at(-1);
    if (section === undefined) continue;
    const rule = section.rules.at(-1);
    const note = noteAt(lines, index);
    if (note !== undefined) {
      (rule ?? section).notes.push({ line: note.line, text: note.text });
      index += note.height - 1;
    }
    const isText = note === undefined && text !== '' && !text.startsWith('#');
    if (isText && isOpen && rule !== undefined && !/^(?:-|\d+\.) /.test(text)) rule.text += ` ${text}`;
    else if (isText) section.rules.push({ line: index + 1, text, notes: [] });
    isOpen = isText;
  }
  return sections;
}

/** Returns the titles of a file's tests, or undefined if there is no such file. */
type TitlesOf = (file: string) => ReadonlySet<string> | undefined;

function problemsOfNote({ text }: Note, titlesOf: TitlesOf): string[] {
  if (text === NO_RULE) return [];
  const [, file, cited] = TEST_NOTE.exec(text) ?? [];
  if (file === undefined || cited === undefined) return [`write this comment as ${NOTATION} or <!-- ${NO_RULE} -->`];
  const titles = titlesOf(file);
  if (titles === undefined) return [`there is no ${file}: name the file that has the test now`];
  return cited
    .split(' › ')
    .filter((prefix) => ![...titles].some((title) => title.startsWith(prefix)))
    .map((prefix) => `${file} has no test whose title starts with "${prefix}": name another, or write one`);
}

/**
 * Returns what is wrong with a page's rules, each with its line: rules without a test, and tests that don't exist. Text
 * that introduces a list, and sections and rules with the comment "no rule", need no test.
 */
export function problemsOfRules(markdown: string, titlesOf: TitlesOf): string[] {
  return sectionsIn(markdown).flatMap((section) => {
    const isExempt = section.notes.some(({ text }) => text === NO_RULE);
    const untested = section.rules.filter(({ text, notes }) => !isExempt && notes.length === 0 && !text.endsWith(':'));
    const notes = [...section.notes, ...section.rules.flatMap((rule) => rule.notes)];
    return [
      ...section.notes
        .filter(({ text }) => text !== NO_RULE)
        .map(({ line }) => `${line}: this comment follows no rule: move it below one`),
      ...untested.map(
        ({ line, text }) => `${line}: "${text.slice(0, 40)}…" names no test: add ${NOTATION} in the line below it`,
      ),
      ...notes.flatMap((note) => problemsOfNote(note, titlesOf).map((problem) => `${note.line}: ${problem}`)),
    ];
  });
}

if (import.meta.main) {
  runCommand(async () => {
    const titlesOf = (file: string) => {
      const path = join(REPO, file);
      return existsSync(path) ? titlesIn(readFileSync(path, 'utf8')) : undefined;
    };
    const problems = problemsOfRules(readFileSync(join(REPO, PAGE), 'utf8'), titlesOf);
    if (problems.length > 0) throw new PlainError(problems.map((problem) => `${PAGE}:${problem}`).join('\n'));
  });
}
