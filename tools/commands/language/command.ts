import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline/promises';
import { readArguments, resolveInputPath } from 'server-kit/command-line';
import { isRecord, parseJson, readDocument } from 'server-kit/fields';
import { readTag } from 'server-kit/languages/catalogues';
import { checkLanguage } from 'server-kit/languages/check';
import { DESK_REVIEW, type DeskReview } from 'server-kit/languages/desk-review';
import { readReview } from 'server-kit/languages/signatures';
import { REPO } from 'server-kit/paths';
import { PlainError, runCommand } from 'server-kit/plain-error';
import { takeOver } from './from-desk.ts';
import { fillIn, missingTexts } from './missing.ts';
import { review } from './review.ts';

const USAGE = `Usage: npm run -s language -- COMMAND TAG
  missing TAG         prints what the language lacks as JSON, with the English texts, to be filled in
  fill TAG FILE       writes the filled-in texts of such a file into the language's catalogues
  check TAG           lists faults: missing and unknown keys, placeholders, plural forms, glossary (exit code 1)
  review TAG --by "NAME" [--all]
                      asks about each critical text that is unsigned, and signs those that you approve
  review TAG --from-desk FILE
                      takes over what staff have signed and corrected at the desk, in the file saved there

TAG is the language's BCP 47 tag, such as es or zh-Hant. Its glossary is docs/languages/glossary.TAG.json.`;

async function fill(tag: string, file: string | undefined): Promise<void> {
  if (file === undefined) throw new PlainError('Name the file with the filled-in texts.');
  const filled = parseJson(await readFile(resolveInputPath(file), 'utf8'), file);
  if (!isRecord(filled)) throw new PlainError(`${file} must hold an object, as "missing" prints it.`);
  console.log(`${await fillIn(tag, filled, REPO)} texts written.`);
}

async function check(tag: string): Promise<void> {
  const { missing, faults, texts } = checkLanguage(tag, REPO);
  const { critical, unsigned } = await readReview(tag, REPO);
  const all = [...missing, ...faults];
  for (const fault of all) console.log(fault);
  console.log(
    `${tag}: ${texts} texts, ${all.length} faults. ${unsigned.length} of ${critical} critical texts unsigned.`,
  );
  process.exitCode = all.length === 0 ? 0 : 1;
}

async function signTexts(tag: string, by: string | undefined, isAll: boolean): Promise<void> {
  if (by === undefined || by.trim() === '') throw new PlainError('Name the reviewer: --by "Zoë Okafor".');
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const ask = isAll ? async () => 'y' : (question: string) => terminal.question(question);
  const day = new Date().toISOString().slice(0, 10);
  const signed = await review(tag, by.trim(), ask, { day, root: REPO }).finally(() => terminal.close());
  console.log(`${signed} texts signed. They are shown after the next build or language pack.`);
}

async function signFromDesk(tag: string, file: string): Promise<void> {
  const text = await readFile(resolveInputPath(file), 'utf8');
  const { signed, corrected, leftOut } = await takeOver(tag, readDocument<DeskReview>(text, file, DESK_REVIEW), REPO);
  for (const line of leftOut) console.log(line);
  console.log(`${signed} texts signed, ${corrected} of them corrected. The next build or language pack shows them.`);
}

if (import.meta.main) {
  runCommand(async () => {
    const { values, positionals } = readArguments(process.argv.slice(2), {
      help: { type: 'boolean', short: 'h' },
      by: { type: 'string' },
      'from-desk': { type: 'string' },
      all: { type: 'boolean' },
    });
    const [command, input, file] = positionals;
    if (values.help || command === undefined) return console.log(USAGE);
    const tag = readTag(input);
    if (command === 'missing') return console.log(JSON.stringify(missingTexts(tag, REPO), undefined, 2));
    if (command === 'check') return check(tag);
    if (command === 'fill') return fill(tag, file);
    const fromDesk = values['from-desk'];
    if (command === 'review' && fromDesk !== undefined) return signFromDesk(tag, fromDesk);
    if (command === 'review') return signTexts(tag, values.by, values.all ?? false);
    throw new PlainError(`"${command}" is no command (--help lists them).`);
  });
}
