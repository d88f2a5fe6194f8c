/** Measurements as series over time: one for each kind of value, in one unit and with decimals alike. */
import { type Locale, textIn } from '../../common/i18n.ts';
import type { Observation, Observations } from '../../contract.ts';
import { FhirNumber } from '../../records/fhir/json.ts';
import { BLOOD_PRESSURE, observationDocument } from '../../records/map/observation/map.ts';
import { inLocale, spanText } from '../../records/words/amount.ts';
import { isSameUnit, kindOfUnit, movePoint, placesBetween } from '../../records/words/units.ts';
import { toObservation } from '../../repositories/care/content.ts';
import type { StoredItem } from '../../repositories/care/records.ts';

type Series = Observations['series'][number];
type Measurement = StoredItem<'observation'> & { code: string };

const isMeasurement = (item: StoredItem<'observation'>): item is Measurement =>
  item.code !== null && item.body.words !== null;

const unitOf = ({ body }: Measurement): string | null => body.unit ?? body.number?.unit ?? null;

/** Returns whether moving the decimal point converts the value and its range. */
function canConvert({ body: { number, range, isUnitUnclear } }: Measurement): boolean {
  const figures = [number?.figure, range?.low, range?.high].filter((figure) => figure !== undefined && figure !== null);
  return isUnitUnclear !== true && figures.every((figure) => movePoint(String(figure), 0) !== undefined);
}

/** Returns what the values of one series share: units of one kind, or one unit that doesn't convert. */
function groupOf(item: Measurement): string | null {
  const unit = unitOf(item);
  const kind = unit !== null && canConvert(item) ? kindOfUnit(unit) : undefined;
  return kind === undefined ? unit && `in ${unit}` : `of ${kind}`;
}

function grouped<Item>(items: readonly Item[], keyOf: (item: Item) => string | null): Item[][] {
  const groups = new Map<string | null, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return [...groups.values()];
}

/**
 * Groups measurements by code and unit. Words have no unit: they belong to the only group of their code, if it has one.
 */
function inGroups(items: readonly Measurement[]): Measurement[][] {
  const known = new Map<string, Set<string>>();
  for (const item of items) {
    const group = groupOf(item);
    if (group !== null) known.set(item.code, (known.get(item.code) ?? new Set()).add(group));
  }
  return grouped(items, (item) => {
    const [only, other] = known.get(item.code) ?? [];
    return `${item.code} ${groupOf(item) ?? (other === undefined ? only : undefined) ?? ''}`;
  });
}

const { upper, lower, both } = BLOOD_PRESSURE;

interface Pair {
  upper: Measurement;
  lower: Measurement;
}

/** Returns the blood pressures that have both numbers, in units that convert into each other, newest first. */
function pairsIn(items: readonly Measurement[]): Pair[] {
  const lowers = new Map(items.flatMap((item) => (item.code === lower ? [[item.body.pair, item] as const] : [])));
  return items.flatMap((item) => {
    const other = item.code === upper && item.body.pair !== undefined ? lowers.get(item.body.pair) : undefined;
    if (!other) return [];
    const [one, two] = [groupOf(item), groupOf(other)];
    return one === null || two === null || one === two ? [{ upper: item, lower: other }] : [];
  });
}

/** Groups pairs by unit; those without any number belong to the first group. */
function pairGroups(pairs: readonly Pair[]): Pair[][] {
  const groupOfPair = (pair: Pair) => groupOf(pair.upper) ?? groupOf(pair.lower);
  const first = pairs.map(groupOfPair).find((group) => group !== null) ?? null;
  return grouped(pairs, (pair) => groupOfPair(pair) ?? first);
}

/** Returns a range in another unit; what the hospital says whom it is for stays. */
function convertRange(
  range: Observation['referenceRange'],
  { unit, places, locale }: { unit: string; places: number; locale: Locale },
): Observation['referenceRange'] {
  if (!range || (range.low === null && range.high === null)) return range;
  const moved = (limit: number | null) => {
    const figure = limit === null ? undefined : movePoint(String(limit), places);
    return figure === undefined ? undefined : { value: new FhirNumber(Number(figure), figure), unit };
  };
  const [low, high] = [moved(range.low), moved(range.high)];
  const span = spanText({ ...(low && { low }), ...(high && { high }) });
  const whom = / \(.*$/s.exec(range.text ?? '')?.[0] ?? '';
  return {
    low: low?.value.value ?? null,
    high: high?.value.value ?? null,
    text: span ? `${textIn(span, locale)}${whom}` : range.text,
  };
}

/** Returns a point with its number and range in another unit, and the number as the hospital sent it. */
function convert(point: Observation, unit: string, locale: Locale): Observation {
  const { valueQuantity: sent, referenceRange } = point;
  const places = sent ? placesBetween(sent.unit, unit) : undefined;
  const figure = places === undefined ? undefined : movePoint(sent?.figure ?? String(sent?.value), places);
  if (!sent || places === undefined || figure === undefined) return point;
  const valueQuantity = { value: Number(figure), unit, figure };
  if (isSameUnit(sent.unit, unit)) return { ...point, valueQuantity };
  return {
    ...point,
    valueQuantity,
    original: `${inLocale(sent.figure ?? String(sent.value), locale)} ${sent.unit}`,
    referenceRange: convertRange(referenceRange, { unit, places, locale }),
  };
}

const decimalsOf = ({ valueQuantity }: Observation): number =>
  /\.(\d+)$/.exec(valueQuantity?.figure ?? '')?.[1]?.length ?? 0;

/** Returns the points with as many decimals as the most exact one has. */
function withDecimals(points: readonly Observation[]): Observation[] {
  const decimals = Math.max(0, ...points.map(decimalsOf));
  return points.map((point) => {
    const { valueQuantity } = point;
    if (!valueQuantity?.figure || movePoint(valueQuantity.figure, 0) === undefined) return point;
    const missing = decimals - decimalsOf(point);
    const separator = missing > 0 && !valueQuantity.figure.includes('.') ? '.' : '';
    return {
      ...point,
      valueQuantity: { ...valueQuantity, figure: `${valueQuantity.figure}${separator}${'0'.repeat(missing)}` },
    };
  });
}

function seriesIn(group: readonly Measurement[], locale: Locale): Series {
  const unit = group.map(unitOf).find((one) => one !== null) ?? '';
  const points = group.map((item) => {
    const point = toObservation(observationDocument(item.body, item.id, item.at), item.body.lang, locale);
    return canConvert(item) ? convert(point, unit, locale) : point;
  });
  const [first] = group;
  return {
    code: first?.code ?? '',
    name: first ? textIn(first.body.name, locale) : '',
    unit,
    points: withDecimals(points),
  };
}

function pairedSeriesIn(pairs: readonly Pair[], place: keyof Pair, locale: Locale): Series {
  const group = pairs.map((pair) => pair[place]);
  const series = seriesIn(group, locale);
  const whole = group[0]?.body.partOf;
  const name = whole ? textIn(whole, locale) : series.name;
  return { ...series, pair: { id: pairs[0]?.upper.id ?? '', name, place } };
}

/**
 * Returns series of measurements, the one with the newest value first. Each is in its newest unit; a verdict is the one
 * of the value as the hospital sent it.
 * @param items newest first
 */
export function seriesOf(items: readonly StoredItem<'observation'>[], locale: Locale): Series[] {
  const measured = items.filter(isMeasurement);
  const pairs = pairsIn(measured);
  const paired = new Set(pairs.flatMap((pair) => [pair.upper, pair.lower]));
  const series = [
    ...inGroups(measured.filter((item) => !paired.has(item))).map((group) => seriesIn(group, locale)),
    ...pairGroups(pairs).flatMap((group) => [
      pairedSeriesIn(group, 'upper', locale),
      pairedSeriesIn(group, 'lower', locale),
    ]),
  ];
  const places = new Map(measured.map(({ id }, index) => [id, index]));
  const placeOf = ({ points }: Series) => places.get(points[0]?.id ?? '') ?? 0;
  return series.toSorted((one, other) => placeOf(one) - placeOf(other));
}

/** Returns the codes of the measurements that a code shows: both numbers for one of a blood pressure. */
export const codesWith = (code: string): string[] =>
  ([upper, lower, both] as string[]).includes(code) ? [upper, lower] : [code];

/** Returns the series that a code shows, of those of `codesWith`. */
export const ofCode = (series: readonly Series[], code: string): Series[] =>
  series.filter((one) => one.pair !== undefined || one.code === code);
