/** Values of a clinician's table: what each gets as its one verdict, and as Observations of the hospital's server. */

const WBC = '3.5 to 10.5';
const POTASSIUM = '3.5 to 5';

export const EN = {
  normal: 'Normal',
  atLow: 'Normal, at the lower limit',
  atHigh: 'Normal, at the upper limit',
  below: 'Below normal',
  above: 'Above normal',
  none: 'No value yet',
  N: 'The hospital marked this as normal',
  H: 'The hospital marked this as above normal',
  HH: 'The hospital marked this as very high',
  HU: 'The hospital marked this as significantly high',
  L: 'The hospital marked this as below normal',
  LL: 'The hospital marked this as very low',
  LU: 'The hospital marked this as significantly low',
  A: 'The hospital marked this as abnormal',
  AA: 'The hospital marked this as very abnormal',
  critical: 'The hospital marked this as critical',
  two: 'The hospital marked this as above normal, abnormal',
  both: 'The hospital marked this as above normal, below normal',
} as const;
export const FR: Record<keyof typeof EN, string> = {
  normal: 'Normal',
  atLow: 'Normal, à la limite inférieure',
  atHigh: 'Normal, à la limite supérieure',
  below: 'Sous la normale',
  above: 'Au-dessus de la normale',
  none: 'Pas encore de valeur',
  N: 'L’hôpital a signalé ce résultat comme étant normal',
  H: 'L’hôpital a signalé ce résultat comme étant au-dessus de la normale',
  HH: 'L’hôpital a signalé ce résultat comme étant très élevé',
  HU: 'L’hôpital a signalé ce résultat comme étant nettement élevé',
  L: 'L’hôpital a signalé ce résultat comme étant sous la normale',
  LL: 'L’hôpital a signalé ce résultat comme étant très bas',
  LU: 'L’hôpital a signalé ce résultat comme étant nettement bas',
  A: 'L’hôpital a signalé ce résultat comme étant anormal',
  AA: 'L’hôpital a signalé ce résultat comme étant très anormal',
  critical: 'L’hôpital a signalé ce résultat comme étant critique',
  two: 'L’hôpital a signalé ce résultat comme étant au-dessus de la normale, anormal',
  both: 'L’hôpital a signalé ce résultat comme étant au-dessus de la normale, sous la normale',
};

/**
 * Value, maybe with a comparator and a unit; range, or ranges by sex for a woman; marks (a code, or words in quotation
 * marks); sentence; and what stands beside it: `line` for the range with the value on it, or the range and the
 * hospital's words.
 */
export type Row = [
  value: number | string | null,
  range: string,
  marks: string,
  says: keyof typeof EN | null,
  beside: string,
];
export const ROWS: Row[] = [
  [1.8, WBC, '', 'below', 'line'],
  [3.4, WBC, '', 'below', 'line'],
  [3.5, WBC, '', 'atLow', 'line'],
  [7.2, WBC, '', 'normal', 'line'],
  [10.5, WBC, '', 'atHigh', 'line'],
  [10.6, WBC, '', 'above', 'line'],
  [11.8, WBC, '', 'above', 'line'],
  [30, WBC, '', 'above', 'line'],
  [7.2, '', '', null, ''],
  [7.2, 'Few', '', null, 'Few'],
  ['Negative', 'Negative', '', null, 'Negative | Negative'],
  [null, WBC, '', 'none', WBC],
  // A mark that agrees leads, beside the range.
  [1.8, WBC, 'L', 'L', 'line'],
  [1.8, WBC, 'LL', 'LL', 'line'],
  [1.8, WBC, 'LU', 'LU', 'line'],
  [3.4, WBC, 'L', 'L', 'line'],
  [3.4, WBC, 'LL', 'LL', 'line'],
  [1.8, WBC, 'A', 'A', 'line'],
  [1.8, WBC, 'AA', 'AA', 'line'],
  [11.8, WBC, 'H', 'H', 'line'],
  [11.8, WBC, 'HH', 'HH', 'line'],
  [11.8, WBC, 'HU', 'HU', 'line'],
  [30, WBC, 'H', 'H', 'line'],
  [30, WBC, 'HH', 'HH', 'line'],
  [30, WBC, 'A', 'A', 'line'],
  [30, WBC, 'AA', 'AA', 'line'],
  [30, WBC, 'H A', 'two', 'line'],
  [7.2, WBC, 'N', 'N', 'line'],
  [10.5, WBC, 'N', 'N', 'line'],
  [6.9, POTASSIUM, '"critical"', 'critical', 'line'],
  // One that contradicts leads too, and the range gets no verdict of ours.
  [7.2, WBC, 'H', 'H', WBC],
  [7.2, WBC, 'HH', 'HH', WBC],
  [7.2, WBC, 'L', 'L', WBC],
  [7.2, WBC, 'LL', 'LL', WBC],
  [7.2, WBC, 'A', 'A', WBC],
  [7.2, WBC, 'AA', 'AA', WBC],
  [4, POTASSIUM, '"critical"', 'critical', POTASSIUM],
  [10.5, WBC, 'H', 'H', WBC],
  [3.5, WBC, 'LL', 'LL', WBC],
  [11.8, WBC, 'N', 'N', WBC],
  [1.8, WBC, 'N', 'N', WBC],
  [1.8, WBC, 'H', 'H', WBC],
  [30, WBC, 'LL', 'LL', WBC],
  [30, WBC, 'H L', 'both', 'line'],
  // One without a range stands alone.
  [7.2, '', 'N', 'N', ''],
  [7.2, '', 'H', 'H', ''],
  [7.2, '', 'HH', 'HH', ''],
  [7.2, '', 'L', 'L', ''],
  [7.2, '', 'LL', 'LL', ''],
  [7.2, '', 'A', 'A', ''],
  [7.2, '', 'AA', 'AA', ''],
  ['Positive', '', 'A', 'A', 'Positive'],
  ['Positive', 'Negative', 'AA', 'AA', 'Negative | Positive'],
  [null, '', 'A', 'A', ''],
  // Units, ranges by sex, and values that are no plain number.
  ['140 g/L', '120 to 160 g/L', '', 'normal', 'line'],
  ['14 g/dL', '120 to 160 g/L', '', null, '120 to 160 g/L'],
  ['14 g/dL', '120 to 160 g/L', 'L', 'L', '120 to 160 g/L'],
  ['165 g/L', 'male 130 to 170 g/L; female 120 to 160 g/L', '', 'above', 'line'],
  ['125 g/L', 'male 130 to 170 g/L; female 120 to 160 g/L', 'L', 'L', '120 to 160 g/L (female)'],
  ['125 g/L', '120 to 160 g/L; 130 to 170 g/L', '', null, '120 to 160 g/L; 130 to 170 g/L'],
  ['<2', WBC, '', 'below', `${WBC} | less than 2`],
  ['<2', WBC, 'LL', 'LL', `${WBC} | less than 2`],
  ['<2', WBC, 'H', 'H', `${WBC} | less than 2`],
  ['>=10.6', WBC, '', 'above', `${WBC} | at least 10.6`],
  ['>4', WBC, '', null, `${WBC} | more than 4`],
  ['>4', WBC, 'H', 'H', `${WBC} | more than 4`],
  // Words for a code, and marks that say nothing about a range.
  [30, WBC, '"Critical high"', 'HH', 'line'],
  [1.8, WBC, '"critically low"', 'LL', 'line'],
  [30, WBC, '"Très élevé"', 'HH', 'line'],
  [30, WBC, '"Above normal"', 'above', 'line | Above normal'],
  [30, WBC, '"Panic value"', 'above', 'line | Panic value'],
  [7.2, WBC, 'W', 'normal', 'line | Worse'],
  [7.2, '', 'R', null, 'Resistant: this drug would not work'],
];

const SYSTEM = 'http://terminology.hl7.org/CodeSystem/v3-ObservationInterpretation';
const marksIn = (marks: string) =>
  (marks.match(/"[^"]+"|\S+/g) ?? []).map((mark) =>
    mark.startsWith('"') ? { text: mark.slice(1, -1) } : { coding: [{ system: SYSTEM, code: mark }] },
  );

function rangeIn(range: string): object {
  const [, who, low, high, unit] = /^(\w*male )?([\d.]+) to ([\d.]+) ?(\S*)$/.exec(range) ?? [];
  if (low === undefined) return { text: range };
  const [from, to] = [low, high].map((value) => ({ value: Number(value), ...(unit && { unit }) }));
  return { low: from, high: to, ...(who && { appliesTo: [{ text: who.trim() }] }) };
}

function valueIn(value: Row[0]): object {
  if (value === null) return {};
  const [, comparator, figure, unit] = /^(<=?|>=?)?([\d.]+) ?(\S*)$/.exec(String(value)) ?? [];
  if (figure === undefined) return { valueString: value };
  return { valueQuantity: { value: Number(figure), ...(comparator && { comparator }), ...(unit && { unit }) } };
}

/** Returns the Observation of a row, without its patient. */
export const observationOf = ([value, range, marks]: Row, id: string) => ({
  resourceType: 'Observation',
  id,
  status: 'final',
  code: { text: `Test ${id}` },
  effectiveDateTime: '2026-03-01',
  ...valueIn(value),
  referenceRange: range === '' ? [] : range.split('; ').map(rangeIn),
  interpretation: marksIn(marks),
});
