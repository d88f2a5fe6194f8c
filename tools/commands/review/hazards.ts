/** The hazard log (docs/compliance/hazards.md): each hazard with its risk, and controls that are verified by tests. */
import { isTest, linksOf, problemsOfText } from './docs.ts';

const LIKELIHOODS = ['very low', 'low', 'medium', 'high', 'very high'];

/** Risk from 1 to 5 of each severity by likelihood, from DCB0129's example. */
const RISKS: Readonly<Record<string, readonly number[]>> = {
  minor: [1, 1, 2, 2, 3],
  significant: [1, 2, 2, 3, 4],
  considerable: [2, 2, 3, 3, 4],
  major: [2, 3, 3, 4, 5],
  catastrophic: [3, 4, 4, 5, 5],
};

const FIELDS = ['effect', 'possible causes', 'initial risk', 'controls', 'residual risk', 'status', 'owner'] as const;
type Field = (typeof FIELDS)[number];

/** A hazard: its number, e.g. "H01", and the text of each field in its table; empty if it is missing. */
interface Hazard {
  id: string;
  fields: Readonly<Record<Field, string>>;
}

function fieldsOf(section: string): Hazard['fields'] {
  const said = new Map(
    [...section.matchAll(/^\| ([a-z ]+) \| (.+) \|$/gm)].map(([, name = '', text = '']) => [name, text.trim()]),
  );
  return Object.fromEntries(FIELDS.map((field) => [field, said.get(field) ?? ''])) as Hazard['fields'];
}

/** Returns the hazards in the order of the log. */
export const hazardsIn = (markdown: string): Hazard[] =>
  markdown
    .split(/^## /m)
    .slice(1)
    .flatMap((section) => {
      const [, id] = section.match(/^(H\d\d) /) ?? [];
      return id === undefined ? [] : [{ id, fields: fieldsOf(section) }];
    });

/** Returns the risk of a severity at a likelihood, or undefined if either is not in the table. */
export const riskOf = (severity: string, likelihood: string): number | undefined =>
  RISKS[severity]?.[LIKELIHOODS.indexOf(likelihood)];

/** Parses a risk such as "major, very low: 2". Returns the number that it states and the one from the table. */
export function parseRisk(text: string): { stated: number | undefined; expected: number | undefined } {
  const [, severity = '', likelihood = '', stated] = text.match(/^([a-z]+), ([a-z ]+): (\d)$/) ?? [];
  return { stated: stated === undefined ? undefined : Number(stated), expected: riskOf(severity, likelihood) };
}

function problemsOfRisk({ fields }: Hazard): string[] {
  const problems = (['initial risk', 'residual risk'] as const).flatMap((field) => {
    const { stated, expected } = parseRisk(fields[field]);
    return expected !== undefined && stated === expected ? [] : [`its ${field} is ${expected}`];
  });
  const [initial, residual] = [parseRisk(fields['initial risk']).expected, parseRisk(fields['residual risk']).expected];
  const isWorse = initial !== undefined && residual !== undefined && residual > initial;
  return isWorse ? [...problems, 'its controls add to the risk'] : problems;
}

/** Returns what is wrong with a hazard: missing fields, a risk that differs from the table, no control with a test. */
function problemsOfHazard(hazard: Hazard, page: string): string[] {
  const { fields } = hazard;
  const missing = FIELDS.filter((field) => fields[field] === '').map((field) => `says nothing of its ${field}`);
  const isShown = linksOf(fields.controls, page).some(isTest);
  return [...missing, ...problemsOfRisk(hazard), ...(isShown ? [] : ['has no control that a test shows'])];
}

/** Returns everything that is wrong with the hazard log, one line each. @param page the log's path from the root */
export function problemsOfHazards(markdown: string, page: string): string[] {
  const hazards = hazardsIn(markdown);
  const ids = hazards.map(({ id }) => id);
  return [
    ...ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `${id}: is there twice`),
    ...hazards.flatMap((hazard) => problemsOfHazard(hazard, page).map((problem) => `${hazard.id}: ${problem}`)),
    ...problemsOfText(markdown, page).map((problem) => `${page}: ${problem}`),
  ];
}
