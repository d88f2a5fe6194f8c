/** A CarePlan with its activities and goals. */

import { type Static, Type } from 'typebox';
import type { Text } from '../../../common/documents.ts';
import { sameInEach } from '../../../common/i18n.ts';
import { sha256 } from '../../../security/secrets.ts';
import {
  Concept,
  Extended,
  fields,
  list,
  Note,
  Period,
  Reference,
  type Resource,
  resource,
  shaped,
  Timing,
  text,
} from '../../fhir/datatypes.ts';
import { keyOf } from '../../fhir/references.ts';
import { asMoment, firstTime } from '../../fhir/time.ts';
import { conceptText, joined, noteTexts, saidText } from '../../words/concept.ts';
import { dayText, periodText } from '../../words/day.ts';
import { filled, listed, PHRASES } from '../../words/phrases.ts';
import { type CarePlanRow, type ItemRow, kept, type MapContext, personName } from '../context.ts';
import { timingTexts } from '../medication/dosage.ts';
import { notToText } from './not-to.ts';

export const CarePlanSchema = fields({
  ...resource,
  status: text,
  intent: text,
  title: text,
  _title: Extended,
  description: text,
  _description: Extended,
  category: list(Concept),
  subject: Reference,
  period: Period,
  created: text,
  author: Reference,
  contributor: list(Reference),
  addresses: list(Reference),
  goal: list(Reference),
  activity: list(
    fields({
      reference: Reference,
      outcomeReference: list(Reference),
      progress: list(Note),
      detail: fields({
        code: Concept,
        status: text,
        doNotPerform: Type.Boolean(),
        description: text,
        _description: Extended,
        scheduledString: text,
        _scheduledString: Extended,
        scheduledPeriod: Period,
        scheduledTiming: Timing,
      }),
    }),
  ),
  note: list(Note),
});
type CarePlanResource = Static<typeof CarePlanSchema>;

const GoalSchema = fields({
  ...resource,
  lifecycleStatus: text,
  achievementStatus: Concept,
  description: Concept,
});
/** What an activity refers to instead of saying it: orders, appointments and so on. */
const ActivitySchema = fields({
  ...resource,
  status: text,
  code: Concept,
  description: text,
  _description: Extended,
});
/** What came of an activity. */
const OutcomeSchema = fields({
  ...resource,
  performedDateTime: text,
  performedPeriod: Period,
  effectiveDateTime: text,
  effectivePeriod: Period,
});

const PLANNED: readonly string[] = ['plan', 'order'];
const SHOWN: readonly string[] = ['active', 'on-hold', 'completed'];
/** States of an activity or goal that is no longer planned, or is not agreed yet. */
const DROPPED: readonly string[] = ['cancelled', 'stopped', 'entered-in-error', 'rejected', 'proposed'];
/** Words for states that say more than that it is planned. */
const STATES: Readonly<Record<string, Text>> = { completed: PHRASES.finished, 'on-hold': PHRASES.onHold };

type Line = CarePlanRow['body']['carePlans'][number];
type Activity = NonNullable<CarePlanResource['activity']>[number];

const NOTHING = sameInEach('');

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

function scheduleOf(detail: Activity['detail'], { nameOf }: MapContext): Text | undefined {
  const { scheduledString, scheduledPeriod, scheduledTiming } = detail ?? {};
  const bounds = scheduledPeriod ?? scheduledTiming?.repeat?.boundsPeriod;
  const period = bounds && periodText(bounds);
  const timing = listed([...(scheduledTiming ? timingTexts(scheduledTiming, nameOf) : []), period], 'comma');
  return scheduledText(scheduledString, detail?._scheduledString) ?? (timing.en === '' ? undefined : timing);
}

/** Returns the comments of a line: its state, if that says something, and what else there is to say. */
const comments = (status: string | undefined, more: Text | undefined): Text =>
  joined([STATES[status ?? ''], more], ' · ');

/** How plans say when to get help; FHIR has neither a field nor a code for it. */
const HELP: readonly string[] = [
  '(come|go) back|return to (the )?(hospital|emergency|er\\b)|go to (the )?(nearest )?(hospital|emergency|er\\b)',
  '(get|seek)( \\w+)? (help|care|attention)|call (911|9-1-1|811|8-1-1|us\\b|your)',
  "(revenez|retournez|présentez-vous|rendez-vous|allez) (vite |tout de suite |immédiatement )?(nous voir|à l[’']|aux? )",
  "revenez|(re)?consultez|demandez de l[’']aide|(appelez|composez|téléphonez)",
];
const BEGINS_WITH_HELP = new RegExp(`^(${HELP.join('|')})`, 'i');
/** Further on, it is a warning only with its condition: "If you vomit, come back". */
const HELP_ON_CONDITION = new RegExp(`^(if|when|si|en cas de?)\\b.*\\b(${HELP.join('|')})`, 'is');
const callsForHelp = ({ en, fr }: Text): boolean =>
  [en, fr].some((words) => BEGINS_WITH_HELP.test(words) || HELP_ON_CONDITION.test(words));

/** Plans and categories that list nothing but when to get help. */
const WARNING_WORDS =
  /return precautions|warning signs|red flags|when to (seek|get|call)|signes? d[’'](alerte|alarme)|quand (consulter|revenir|appeler)/i;

const isOfWarnings = ({ category = [], title = '' }: CarePlanResource) =>
  WARNING_WORDS.test(title) ||
  category.some(({ text = '', coding = [] }) =>
    [text, ...coding.map(({ display = '' }) => display)].some((words) => WARNING_WORDS.test(words)),
  );

function lineOf(
  from: Resource & CarePlanResource,
  { detail, reference, progress = [] }: Activity,
  context: MapContext,
): Line[] {
  if (DROPPED.includes(detail?.status ?? '')) return [];
  const activity =
    saidText(detail?.description, detail?._description) ??
    conceptText(detail?.code, context.nameOf) ??
    referredText(from, reference, context);
  if (!activity) return [];
  const more = scheduleOf(detail, context) ?? noteTexts(progress).at(-1);
  // What not to do is never done.
  if (detail?.doNotPerform) return [{ title: notToText(activity), comments: more ?? NOTHING, kind: 'warning' }];
  const said = comments(detail?.status, more);
  return [
    { title: activity, comments: said, ...((isOfWarnings(from) || callsForHelp(activity)) && { kind: 'warning' }) },
  ];
}

function goalsOf(from: Resource & CarePlanResource, context: MapContext): Line[] {
  return (from.goal ?? []).flatMap((reference) => {
    const found = shaped(GoalSchema, context.find(from, reference));
    if (DROPPED.includes(found?.lifecycleStatus ?? '')) return [];
    const goal = conceptText(found?.description, context.nameOf) ?? saidText(reference.display);
    if (!goal) return [];
    const achieved = conceptText(found?.achievementStatus, context.nameOf);
    const said = achieved ?? comments(found?.lifecycleStatus, undefined);
    return [{ title: filled('goal', { goal }), comments: said, kind: 'goal' }];
  });
}

function datesOf(from: Resource, { detail, outcomeReference = [] }: Activity, context: MapContext) {
  const outcomes = outcomeReference.map((reference) => shaped(OutcomeSchema, context.find(from, reference)));
  return [
    firstTime(detail?.scheduledPeriod?.start, detail?.scheduledTiming?.repeat?.boundsPeriod?.start),
    ...outcomes.map((of) =>
      firstTime(of?.performedDateTime, of?.performedPeriod?.start, of?.effectiveDateTime, of?.effectivePeriod?.start),
    ),
  ].filter((time) => time !== null);
}

/** Returns the first date of a plan's activities and of what came of them. */
const firstActivity = (from: Resource & CarePlanResource, context: MapContext): string | undefined =>
  (from.activity ?? []).flatMap((activity) => datesOf(from, activity, context)).sort()[0];

/**
 * Codes of plans for the time after a stay: hospital discharge instructions (LOINC), discharge care plan (SNOMED CT).
 */
const DISCHARGE_CODES: readonly string[] = ['8653-8', '736372004'];
const DISCHARGE_WORDS =
  /discharge|going home|congé(?!\p{L})|retour (à la maison|à domicile|au domicile)|sortie de l[’']h[ôo]pital/iu;

const isForDischarge = ({ category = [], title = '' }: CarePlanResource) =>
  DISCHARGE_WORDS.test(title) ||
  category.some(
    ({ text = '', coding = [] }) =>
      DISCHARGE_WORDS.test(text) || coding.some(({ code = '' }) => DISCHARGE_CODES.includes(code)),
  );

const ConditionSchema = fields({ ...resource, code: Concept });

/** Returns the conditions that a plan addresses: each by its key and its codes, since two entries may be about one. */
function conditionsOf(from: Resource & CarePlanResource, context: MapContext): string[] {
  const names = (from.addresses ?? []).flatMap((reference) => {
    const found = shaped(ConditionSchema, context.find(from, reference));
    const codes = (found?.code?.coding ?? []).flatMap(({ system, code }) =>
      system && code ? [`${system}|${code}`] : [],
    );
    return [...codes, keyOf(reference.reference) ?? []].flat();
  });
  return [...new Set(names)].map((name) => sha256(name).slice(0, 16));
}

/** Returns a care plan; drafts, proposals and plans without any line are kept. */
export function mapCarePlan(from: Resource & CarePlanResource, context: MapContext): CarePlanRow | ItemRow {
  if (!PLANNED.includes(from.intent ?? '') || !SHOWN.includes(from.status ?? '')) return kept('state');
  const carePlans = [
    ...(from.activity ?? []).flatMap((activity) => lineOf(from, activity, context)),
    ...goalsOf(from, context),
  ];
  const { created, period, meta } = from;
  const at = firstTime(created, period?.start, period?.end, firstActivity(from, context), meta?.lastUpdated);
  const described = saidText(from.description, from._description);
  const titled = saidText(from.title, from._title);
  if (at === null || (carePlans.length === 0 && !described && !titled)) return kept('empty');
  const [category] = (from.category ?? []).map((concept) => conceptText(concept, context.nameOf));
  const conditions = conditionsOf(from, context);
  const lines = carePlans.length === 0 && described ? [{ title: described, comments: NOTHING }] : carePlans;
  return {
    table: 'care_plans',
    createdAt: asMoment(at),
    body: {
      title: titled ?? category ?? PHRASES.carePlan,
      doctor: personName(from, from.author ?? from.contributor?.[0], context) ?? '',
      duration: (from.period && periodText(from.period)) ?? NOTHING,
      carePlans: lines,
      ...(isForDischarge(from) && { isForDischarge: true }),
      ...(from.status === 'completed' && { isCompleted: true }),
      ...(from.period?.end && { until: from.period.end }),
      ...(conditions.length > 0 && { conditions }),
    },
  };
}
