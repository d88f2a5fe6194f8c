import { readArguments } from 'server-kit/command-line';
import { PlainError } from 'server-kit/plain-error';
import { SURVEY_KINDS } from 'shared-ui/contract';
import { CLAUSE_IDS, type ClauseId, type Plan, planFor, WHOLE } from './clauses.ts';
import { isAddress } from './source.ts';

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

function nameIn<T extends string>(known: readonly T[], input: string, what: string, howMany: string): T {
  const name = known.find((each) => each === input.trim());
  if (name !== undefined) return name;
  throw new PlainError(`There is no ${what} "${input.trim()}". Name ${howMany} of: ${known.join(', ')}`);
}

function clausesOf(input: string): ClauseId[] {
  const names = input.split(',').map((name) => nameIn(CLAUSE_IDS, name, 'clause', 'one or more'));
  return CLAUSE_IDS.filter((id) => names.includes(id));
}

/**
 * Parses the command's arguments. Returns undefined if they ask for help.
 * @param command the command's name in messages
 * @throws PlainError for arguments that don't fit
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
  const kinds = survey === undefined ? WHOLE.kinds : [nameIn(SURVEY_KINDS, survey, 'survey', 'one')];
  const plan = clause === undefined ? { ...WHOLE, kinds } : planFor(clausesOf(clause), kinds);
  return { where, plan, isWatching, isWhole, ...(receipt ? { receipt } : {}), ...(site ? { site } : {}) };
}
