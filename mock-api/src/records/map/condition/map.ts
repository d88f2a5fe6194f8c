/** Conditions that a patient has or had, as far as the hospital is sure. */

import type { Text } from '../../../common/documents.ts';
import type { ConditionBody } from '../../../common/record-documents.ts';
import { firstTime } from '../../fhir/time.ts';
import { amountText, spanText } from '../../words/amount.ts';
import { codesOf, conceptText, joined, noteTexts, saidText } from '../../words/concept.ts';
import { dayText } from '../../words/day.ts';
import { filled, PHRASES } from '../../words/phrases.ts';
import { type ItemRow, kept, type MapContext } from '../context.ts';
import type { ConditionResource } from './schema.ts';

const UNCERTAIN: readonly string[] = ['provisional', 'differential'];
/** Not facts: never shown as something that the person has. */
const NOT_SHOWN: readonly string[] = ['refuted', 'unconfirmed'];
const CURRENT: readonly string[] = ['active', 'recurrence', 'relapse'];
const PAST: readonly string[] = ['inactive', 'remission', 'resolved'];

function sinceOf(of: ConditionResource): Text | undefined {
  const start = of.onsetDateTime ?? of.onsetPeriod?.start;
  if (start !== undefined) return dayText(start);
  const age = (of.onsetAge && amountText(of.onsetAge)) ?? (of.onsetRange && spanText(of.onsetRange));
  return age ? filled(PHRASES.age, { span: age }) : saidText(of.onsetString, of._onsetString);
}

const untilOf = (of: ConditionResource): Text | undefined => {
  const end = of.abatementDateTime ?? of.abatementPeriod?.end;
  return end === undefined ? saidText(of.abatementString, of._abatementString) : dayText(end);
};

function stateOf(of: ConditionResource, isUncertain: boolean): ConditionBody['state'] {
  if (isUncertain) return 'looked-into';
  const codes = codesOf(of.clinicalStatus);
  if (codes.some((code) => CURRENT.includes(code))) return 'current';
  return codes.some((code) => PAST.includes(code)) ? 'past' : 'unclear';
}

/** Returns a condition; what was ruled out, or is not confirmed, is kept. */
export function mapCondition(of: ConditionResource, { nameOf }: MapContext): ItemRow {
  const verification = codesOf(of.verificationStatus);
  if (verification.some((code) => NOT_SHOWN.includes(code))) return kept('state');
  const isUncertain = verification.some((code) => UNCERTAIN.includes(code));
  const name = conceptText(of.code, nameOf);
  if (!name) return kept('empty');
  const sites = (of.bodySite ?? []).map((site) => conceptText(site, nameOf)).filter((site) => site !== undefined);
  const body: ConditionBody = {
    name: sites.length > 0 ? joined([name, ...sites], ' – ') : name,
    state: stateOf(of, isUncertain),
    remark: isUncertain ? PHRASES.lookedInto : null,
    severity: conceptText(of.severity, nameOf) ?? null,
    since: sinceOf(of) ?? null,
    until: untilOf(of) ?? null,
    notes: noteTexts(of.note),
    lang: of.language ?? null,
  };
  const at = firstTime(of.onsetDateTime, of.onsetPeriod?.start, of.recordedDate);
  const until = firstTime(of.abatementDateTime, of.abatementPeriod?.end);
  return { table: 'record_items', kind: 'condition', code: null, at, until, body };
}
