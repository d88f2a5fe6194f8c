/** Allergies and intolerances, and statements that there are none. */

import type { Static } from 'typebox';
import { sameInEach } from '../../../common/i18n.ts';
import type { AllergyBody, AllergyCategory } from '../../../common/record-documents.ts';
import { Concept, fields, list, Note, Period, Reference, resource, text } from '../../fhir/datatypes.ts';
import { firstTime, readTime } from '../../fhir/time.ts';
import { codesOf, conceptText, conceptTexts, noteTexts, present } from '../../words/concept.ts';
import { filled, listed, PHRASES } from '../../words/phrases.ts';
import type { ItemRow, MapContext } from '../context.ts';

export const AllergySchema = fields({
  ...resource,
  clinicalStatus: Concept,
  verificationStatus: Concept,
  category: list(text),
  criticality: text,
  code: Concept,
  patient: Reference,
  onsetDateTime: text,
  onsetPeriod: Period,
  recordedDate: text,
  note: list(Note),
  reaction: list(
    fields({ substance: Concept, manifestation: list(Concept), description: text, onset: text, severity: text }),
  ),
});
type AllergyResource = Static<typeof AllergySchema>;

/** SNOMED codes of situations without an allergy. */
const STATEMENTS: Readonly<Record<string, Pick<AllergyBody, 'name' | 'rulesOut'>>> = {
  '716186003': { name: PHRASES.noAllergies, rulesOut: 'all' },
  'no-known-allergies': { name: PHRASES.noAllergies, rulesOut: 'all' },
  '409137002': { name: PHRASES.noDrugAllergies, rulesOut: 'medication' },
  'no-known-drug-allergies': { name: PHRASES.noDrugAllergies, rulesOut: 'medication' },
  '429625007': { name: PHRASES.noFoodAllergies, rulesOut: 'food' },
  '428607008': { name: PHRASES.noEnvironmentalAllergies, rulesOut: 'environment' },
  '716220001': { name: PHRASES.noAnimalAllergies, rulesOut: null },
  '716184000': { name: PHRASES.noLatexAllergy, rulesOut: null },
  '1003774007': { name: PHRASES.noLatexAllergy, rulesOut: null },
};

const CATEGORIES: readonly AllergyCategory[] = ['food', 'medication', 'environment'];

/** `presumed` is of a later version. */
const UNCERTAIN: readonly string[] = ['unconfirmed', 'presumed'];
const RISKS: Readonly<Record<string, AllergyBody['risk']>> = { high: 'high', low: 'low' };
const SEVERITIES: Readonly<Record<string, 'mild' | 'moderate' | 'severe'>> = {
  mild: 'mild',
  moderate: 'moderate',
  severe: 'severe',
};

function stateOf({ clinicalStatus }: AllergyResource): AllergyBody['state'] {
  const codes = codesOf(clinicalStatus);
  if (codes.includes('active')) return 'current';
  return codes.includes('inactive') || codes.includes('resolved') ? 'past' : null;
}

function reactionsOf({ reaction = [] }: AllergyResource, { nameOf }: MapContext): AllergyBody['reactions'] {
  return reaction.flatMap(({ manifestation, description, severity, onset }) => {
    const signs = conceptTexts(manifestation, nameOf);
    const name = signs.length > 0 ? listed(signs, 'comma') : sameInEach(description?.trim() ?? '');
    return name.en === '' ? [] : [{ name, severity: SEVERITIES[severity ?? ''] ?? null, at: readTime(onset) }];
  });
}

export function mapAllergy(of: AllergyResource, context: MapContext): ItemRow {
  const codes = codesOf(of.code);
  const statement = codes.map((code) => STATEMENTS[code]).find((found) => found !== undefined);
  const verification = codesOf(of.verificationStatus);
  const named = conceptText(of.code, context.nameOf);
  const [substance] = present((of.reaction ?? []).map((reaction) => conceptText(reaction.substance, context.nameOf)));
  const name = named ?? substance ?? PHRASES.allergy;
  const isRefuted = verification.includes('refuted');
  const body: AllergyBody = {
    name: statement?.name ?? (isRefuted ? filled('refuted', { name }) : name),
    isStatement: statement !== undefined || isRefuted,
    rulesOut: statement?.rulesOut ?? null,
    categories: CATEGORIES.filter((category) => (of.category ?? []).includes(category)),
    state: stateOf(of),
    risk: RISKS[of.criticality ?? ''] ?? null,
    isCertain: !verification.some((code) => UNCERTAIN.includes(code)),
    reactions: reactionsOf(of, context),
    notes: noteTexts(of.note),
    lang: of.language ?? null,
  };
  const at = firstTime(of.onsetDateTime, of.onsetPeriod?.start, of.recordedDate);
  return { table: 'record_items', kind: 'allergy', code: null, at, until: null, body };
}
