/** A CarePlan with its activities and goals. */
import type { Text } from '../../../common/documents.ts';
import { type Reference, type Resource, shaped } from '../../fhir/datatypes.ts';
import { asMoment, firstTime } from '../../fhir/time.ts';
import { conceptText, sameInBoth } from '../../words/concept.ts';
import { dayText, periodText } from '../../words/day.ts';
import { filled, PHRASES } from '../../words/phrases.ts';
import { personName } from '../care-team/name.ts';
import { type CarePlanRow, type ItemRow, kept, type MapContext } from '../context.ts';
import { ActivitySchema, type CarePlanResource, GoalSchema } from './schema.ts';

const PLANNED: readonly string[] = ['plan', 'order'];
const SHOWN: readonly string[] = ['active', 'on-hold', 'completed'];
/** States of an activity that is no longer planned. */
const DROPPED: readonly string[] = ['cancelled', 'stopped', 'entered-in-error'];

type Line = CarePlanRow['body']['carePlans'][number];
type Activity = NonNullable<CarePlanResource['activity']>[number];

const NOTHING = sameInBoth('');

const said = (words: string | undefined): Text | undefined => (words?.trim() ? sameInBoth(words.trim()) : undefined);

function referredText(from: Resource, reference: Reference | undefined, context: MapContext): Text | undefined {
  const found = shaped(ActivitySchema, context.find(from, reference));
  const shown = said(reference?.display);
  if (!found) return shown;
  return said(found.description) ?? conceptText(found.code, context.nameOf) ?? shown;
}

/** Some sources write a date where the standard expects words. */
const scheduledText = (words: string | undefined): Text | undefined =>
  words?.trim() ? dayText(words.trim()) : undefined;

/** How plans say when to get help; FHIR has no field for it. */
const CALLS_FOR_HELP = /^(come back|return to (the )?(hospital|emergency)|get help|seek help|call (911|us|your))/i;

function lineOf(from: Resource, { detail, reference, progress = [] }: Activity, context: MapContext): Line[] {
  if (DROPPED.includes(detail?.status ?? '')) return [];
  const activity =
    said(detail?.description) ?? conceptText(detail?.code, context.nameOf) ?? referredText(from, reference, context);
  if (!activity) return [];
  const scheduled =
    scheduledText(detail?.scheduledString) ?? (detail?.scheduledPeriod && periodText(detail.scheduledPeriod));
  const latest = progress.map(({ text }) => said(text)).findLast((text) => text !== undefined);
  const comments = scheduled ?? latest ?? NOTHING;
  if (detail?.doNotPerform) return [{ title: filled(PHRASES.notTo, { activity }), comments, kind: 'warning' }];
  return [{ title: activity, comments, ...(CALLS_FOR_HELP.test(activity.en) && { kind: 'warning' }) }];
}

function goalsOf(from: Resource & CarePlanResource, context: MapContext): Line[] {
  return (from.goal ?? []).flatMap((reference) => {
    const found = context.find(from, reference);
    const goal = conceptText(shaped(GoalSchema, found)?.description, context.nameOf) ?? said(reference.display);
    return goal ? [{ title: filled(PHRASES.goal, { goal }), comments: NOTHING, kind: 'goal' }] : [];
  });
}

/** Codes of plans for the time after a stay: hospital discharge instructions (LOINC), discharge care plan (SNOMED CT). */
const DISCHARGE_CODES: readonly string[] = ['8653-8', '736372004'];
const DISCHARGE_WORDS = /discharge|going home/i;

const isForDischarge = ({ category = [], title = '' }: CarePlanResource) =>
  DISCHARGE_WORDS.test(title) ||
  category.some(
    ({ text = '', coding = [] }) =>
      DISCHARGE_WORDS.test(text) || coding.some(({ code = '' }) => DISCHARGE_CODES.includes(code)),
  );

/** Returns a care plan; drafts, proposals and plans without any line are kept. */
export function mapCarePlan(from: Resource & CarePlanResource, context: MapContext): CarePlanRow | ItemRow {
  if (!PLANNED.includes(from.intent ?? '') || !SHOWN.includes(from.status ?? '')) return kept('state');
  const carePlans = [
    ...(from.activity ?? []).flatMap((activity) => lineOf(from, activity, context)),
    ...goalsOf(from, context),
  ];
  const at = firstTime(from.created, from.period?.start, from.period?.end, from.meta?.lastUpdated);
  const described = said(from.description);
  if (at === null || (carePlans.length === 0 && !described && !said(from.title))) return kept('empty');
  const [category] = (from.category ?? []).map((concept) => conceptText(concept, context.nameOf));
  const lines = carePlans.length === 0 && described ? [{ title: described, comments: NOTHING }] : carePlans;
  return {
    table: 'care_plans',
    createdAt: asMoment(at),
    body: {
      title: said(from.title) ?? category ?? PHRASES.carePlan,
      doctor: personName(from, from.author ?? from.contributor?.[0], context) ?? '',
      duration: (from.period && periodText(from.period)) ?? NOTHING,
      carePlans: lines,
      ...(isForDischarge(from) && { isForDischarge: true }),
      ...(from.status === 'completed' && { isCompleted: true }),
      ...(from.period?.end && { until: from.period.end }),
    },
  };
}
