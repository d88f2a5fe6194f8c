/** A CarePlan with its activities and goals. */
import type { Text } from '../../../common/documents.ts';
import { type Extended, type Reference, type Resource, shaped } from '../../fhir/datatypes.ts';
import { asMoment, firstTime } from '../../fhir/time.ts';
import { conceptText, noteTexts, saidText, sameInBoth } from '../../words/concept.ts';
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

function referredText(from: Resource, reference: Reference | undefined, context: MapContext): Text | undefined {
  const found = shaped(ActivitySchema, context.find(from, reference));
  const shown = saidText(reference?.display);
  if (!found) return shown;
  return saidText(found.description, found._description) ?? conceptText(found.code, context.nameOf) ?? shown;
}

/** Some sources write a date where the standard expects words. */
function scheduledText(words: string | undefined, element: Extended | undefined): Text | undefined {
  const said = saidText(words, element);
  return said && (said.en === said.fr ? dayText(said.en) : said);
}

function lineOf(from: Resource, { detail, reference, progress = [] }: Activity, context: MapContext): Line[] {
  if (DROPPED.includes(detail?.status ?? '')) return [];
  const activity =
    saidText(detail?.description, detail?._description) ??
    conceptText(detail?.code, context.nameOf) ??
    referredText(from, reference, context);
  if (!activity) return [];
  const scheduled =
    scheduledText(detail?.scheduledString, detail?._scheduledString) ??
    (detail?.scheduledPeriod && periodText(detail.scheduledPeriod));
  const latest = noteTexts(progress).at(-1);
  const title = detail?.doNotPerform ? filled(PHRASES.notTo, { activity }) : activity;
  return [{ title, comments: scheduled ?? latest ?? NOTHING }];
}

function goalsOf(from: Resource & CarePlanResource, context: MapContext): Line[] {
  return (from.goal ?? []).flatMap((reference) => {
    const found = context.find(from, reference);
    const goal = conceptText(shaped(GoalSchema, found)?.description, context.nameOf) ?? saidText(reference.display);
    return goal ? [{ title: filled(PHRASES.goal, { goal }), comments: NOTHING }] : [];
  });
}

/** Returns a care plan; drafts, proposals and plans without any line are kept. */
export function mapCarePlan(from: Resource & CarePlanResource, context: MapContext): CarePlanRow | ItemRow {
  if (!PLANNED.includes(from.intent ?? '') || !SHOWN.includes(from.status ?? '')) return kept('state');
  const carePlans = [
    ...(from.activity ?? []).flatMap((activity) => lineOf(from, activity, context)),
    ...goalsOf(from, context),
  ];
  const at = firstTime(from.created, from.period?.start, from.period?.end, from.meta?.lastUpdated);
  const described = saidText(from.description, from._description);
  const titled = saidText(from.title, from._title);
  if (at === null || (carePlans.length === 0 && !described && !titled)) return kept('empty');
  const [category] = (from.category ?? []).map((concept) => conceptText(concept, context.nameOf));
  const lines = carePlans.length === 0 && described ? [{ title: described, comments: NOTHING }] : carePlans;
  return {
    table: 'care_plans',
    createdAt: asMoment(at),
    body: {
      title: titled ?? category ?? PHRASES.carePlan,
      doctor: personName(from, from.author ?? from.contributor?.[0], context) ?? '',
      duration: (from.period && periodText(from.period)) ?? NOTHING,
      carePlans: lines,
    },
  };
}
