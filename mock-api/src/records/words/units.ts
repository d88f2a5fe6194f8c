/**
 * Units that convert into each other exactly: by moving the decimal point. All factors are UCUM's own definitions
 * (https://ucum.org/ucum): its metric prefixes (table 1), and the litre, which is a cubic decimetre (table 5). Units that
 * need a rounded or substance-specific factor aren't converted: mmol/L and mg/dL, kPa and mmHg, °C and °F, lb and kg.
 */

/** Kind of quantity -> UCUM code -> power of ten, relative to the kind's first unit. */
const UNITS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  massConcentration: {
    'g/L': 0,
    'g/dL': 1,
    'mg/dL': -2,
    'mg/mL': 0,
    'mg/L': -3,
    'ug/dL': -5,
    'ug/mL': -3,
    'ug/L': -6,
    'ng/dL': -8,
    'ng/mL': -6,
    'ng/L': -9,
    'pg/mL': -9,
  },
  substanceConcentration: {
    'mol/L': 0,
    'mmol/L': -3,
    'umol/L': -6,
    'nmol/mL': -6,
    'nmol/L': -9,
    'pmol/mL': -9,
    'pmol/L': -12,
  },
  number: {
    '/L': 0,
    '10*6/L': 6,
    '/uL': 6,
    '/mm3': 6,
    '10*9/L': 9,
    '10*3/uL': 9,
    '10*3/mm3': 9,
    '10*12/L': 12,
    '10*6/uL': 12,
    '10*6/mm3': 12,
  },
  enzymeActivity: { 'U/L': 0, 'mU/mL': 0, 'mU/L': -3, 'uU/mL': -3 },
  arbitrary: { '[IU]/L': 0, 'm[IU]/mL': 0, 'm[IU]/L': -3, 'u[IU]/mL': -3 },
  fraction: { 'L/L': 0, '%': -2 },
  mass: { kg: 0, g: -3, mg: -6, ug: -9 },
  length: { m: 0, cm: -2, mm: -3 },
};

interface Unit {
  kind: string;
  power: number;
}

const BY_CODE: ReadonlyMap<string, Unit> = new Map(
  Object.entries(UNITS).flatMap(([kind, units]) =>
    Object.entries(units).map(([code, power]) => [code, { kind, power }] as const),
  ),
);

const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹';

/** Returns UCUM's code of a unit as people write it: "×10⁹/L" or "x10^9/l" is 10*9/L, "mcg/dl" is ug/dL. */
const codeOf = (unit: string): string =>
  unit
    .replace(/\s/g, '')
    .replace(/[⁰¹²³⁴-⁹]/g, (digit) => String(SUPERSCRIPTS.indexOf(digit)))
    .replace(/^[x×]?10[*^E]?(?=(3|6|9|12)\/)/i, '10*')
    .replace(/[µμ]|mc(?=[gl])/gi, 'u')
    .replace(/\/([dmu]?)l$/, '/$1L')
    .replace(/^l\//, 'L/')
    .replace(/^([mu]?)(?:\[iU\]|IU)\//, '$1[IU]/');

/** Returns what a unit measures; two units of one kind convert exactly. Undefined for a unit that isn't in the table. */
export const kindOfUnit = (unit: string): string | undefined => BY_CODE.get(codeOf(unit))?.kind;

export const isSameUnit = (one: string, other: string): boolean => codeOf(one) === codeOf(other);

/**
 * Returns by how many places the decimal point moves from one unit to another; undefined if they don't convert exactly.
 */
export function placesBetween(from: string, to: string): number | undefined {
  if (from === to) return 0;
  const [one, other] = [BY_CODE.get(codeOf(from)), BY_CODE.get(codeOf(to))];
  return one && other && one.kind === other.kind ? one.power - other.power : undefined;
}

/**
 * Returns a decimal figure with its point moved to the right, or to the left for negative places. No digit is lost, so
 * that nothing is rounded. Undefined for a figure that is not written as a decimal.
 */
export function movePoint(figure: string, places: number): string | undefined {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(figure) ?? [];
  if (whole === '') return undefined;
  const digits = `${'0'.repeat(Math.max(0, -places))}${whole}${fraction}${'0'.repeat(Math.max(0, places - fraction.length))}`;
  const point = digits.length - Math.max(0, fraction.length - places);
  const moved = `${digits.slice(0, point).replace(/^0+(?=\d)/, '')}.${digits.slice(point)}`;
  return sign + moved.replace(/\.$/, '');
}
