import { readArguments } from 'server-kit/command-line';
import { PlainError } from 'server-kit/plain-error';
import { SURVEY_KINDS, type SurveyKind } from 'shared-ui/contract';
import { CLAUSE_IDS, type ClauseId } from './clauses.ts';
import { type Plan, planFor, WHOLE } from './plan.ts';

/** What a run of the command is to do. */
export interface Options {
  /** Folder or address of the build. */
  where: string;
  plan: Plan;
  /** Whether to check again after every build. */
  isWatching: boolean;
  /** Whether everything is checked, once, so that a receipt can be written. */
  isWhole: boolean;
  receipt?: string;
  site?: string;
}

export const isAddress = (where: string): boolean => /^https?:/.test(where);

export const usage = (
  command: string,
) => `Checks a built surveys remote against every clause of survey@1 in the running product, and writes a receipt.

  ${command} <folder with remote.json>
  ${command} https://surveys.example.org/1.0.0/remote.json --receipt conformance.json
    --receipt FILE   path of the receipt (default: conformance.json in the folder)
    --site ADDRESS   https: origin of the page, e.g. the hospital's (default: a random one)

While you work on it, check a part. That writes no receipt:

  ${command} <folder> --clause touch,widths --survey ecg --watch
    --clause NAME[,NAME]   only these clauses: ${CLAUSE_IDS.join(', ')}
    --survey KIND          only this survey: ${SURVEY_KINDS.join(', ')}
    --watch                check again after every build of the folder`;

function clausesOf(input: string): ClauseId[] {
  const names = input.split(',').map((name) => name.trim());
  const unknown = names.find((name) => !CLAUSE_IDS.some((id) => id === name));
  if (unknown !== undefined) {
    throw new PlainError(`There is no clause "${unknown}". Name one or more of: ${CLAUSE_IDS.join(', ')}`);
  }
  return CLAUSE_IDS.filter((id) => names.includes(id));
}

function kindOf(input: string): SurveyKind {
  const kind = SURVEY_KINDS.find((each) => each === input);
  if (kind === undefined) {
    throw new PlainError(`There is no survey "${input}". Name one of: ${SURVEY_KINDS.join(', ')}`);
  }
  return kind;
}

/**
 * Parses the command's arguments. Returns undefined if they ask for help. Throws PlainError.
 * @param command the command's name in messages
 */
export function readOptions(args: string[], command: string): Options | undefined {
  const { values, positionals } = readArguments(args, {
    clause: { type: 'string' },
    survey: { type: 'string' },
    watch: { type: 'boolean', default: false },
    receipt: { type: 'string' },
    site: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  });
  if (values.help) return undefined;
  const [where, ...rest] = positionals;
  if (where === undefined || rest.length > 0) throw new PlainError(usage(command));
  const { clause, survey, watch: isWatching, receipt, site } = values;
  if (site !== undefined && !/^https:\/\/[^/]+\.[^/]+$/.test(site)) {
    throw new PlainError(`--site must be an origin such as https://lodestar.hospital.example, not "${site}".`);
  }
  if (isWatching && isAddress(where)) {
    throw new PlainError('--watch needs a folder: name the one that your build fills.');
  }
  const isWhole = clause === undefined && survey === undefined && !isWatching;
  if (receipt !== undefined && !isWhole) {
    throw new PlainError('--receipt needs the whole kit: leave out --clause, --survey and --watch.');
  }
  const kinds = survey === undefined ? WHOLE.kinds : [kindOf(survey)];
  const plan = clause === undefined ? { ...WHOLE, kinds } : planFor(clausesOf(clause), kinds);
  return { where, plan, isWatching, isWhole, ...(receipt ? { receipt } : {}), ...(site ? { site } : {}) };
}
