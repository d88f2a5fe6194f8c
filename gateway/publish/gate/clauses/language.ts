import { isRecord, parseJson } from 'server-kit/fields';
import type { Trust } from 'shared-ui/contract';
import { LANGUAGE_CONTRACT, PACK_FILE, packName, parsePackedTexts } from 'shared-ui/contract/language-pack';
import type { Build } from '../build.ts';
import { type ClauseResult, clauseResult } from '../clause-result.ts';

/** Returns what is wrong with the file of texts. */
function textFaults({ declaration: { entry }, files }: Build): string[] {
  if (entry !== PACK_FILE) return [`"entry" must be ${PACK_FILE}`];
  const text = files.get(entry)?.toString();
  if (text === undefined) return [];
  const faults: string[] = [];
  const texts = parseJson(text, entry);
  if (!isRecord(texts)) return [`${entry} must hold a JSON object`];
  parsePackedTexts(texts, (field, says) => void faults.push(`${entry}: "${field}" ${says}`));
  return faults;
}

/** Checks a language pack: a team's key, the language's name, and texts without code. */
export function languageClause(build: Build, trust: Trust): ClauseResult {
  const { name, language, routes = [] } = build.declaration;
  const faults = textFaults(build);
  if (trust !== 'trusted') faults.push(`"contract" is ${LANGUAGE_CONTRACT}, which requires a team's key (--key FILE)`);
  if (language === undefined) faults.push('"language" is missing');
  else if (packName(language.tag) !== name) faults.push(`"name" must be ${packName(language.tag)}`);
  if (routes.length > 0) faults.push('"routes" claims paths, which a language pack may not');
  const scripts = [...build.files.keys()].filter((path) => !path.endsWith('.json'));
  if (scripts.length > 0) faults.push(`${scripts.join(', ')}: a language pack has texts only`);
  return clauseResult('contract', faults, `${LANGUAGE_CONTRACT}, texts in ${language?.name}`);
}
