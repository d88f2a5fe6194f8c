/** What the hospital itself says of a value (Observation.interpretation), which counts more than our comparison. */
import type { MarkDocument, Text, Verdict } from '../../../common/documents.ts';
import type { Concept } from '../../fhir/datatypes.ts';
import { codesOf, conceptTexts, type FindName } from '../../words/concept.ts';
import { filled, listed, PHRASES } from '../../words/phrases.ts';

interface Mark {
  words: Text;
  kind: MarkDocument['kind'];
  isCritical?: boolean;
}

const NORMAL: Mark = { words: PHRASES['mark.normal'], kind: 'inside' };
const HIGH: Mark = { words: PHRASES['mark.high'], kind: 'above' };
const LOW: Mark = { words: PHRASES['mark.low'], kind: 'below' };
const VERY_HIGH: Mark = { words: PHRASES['mark.veryHigh'], kind: 'above', isCritical: true };
const VERY_LOW: Mark = { words: PHRASES['mark.veryLow'], kind: 'below', isCritical: true };
const ABNORMAL: Mark = { words: PHRASES['mark.abnormal'], kind: 'outside' };
const VERY_ABNORMAL: Mark = { words: PHRASES['mark.veryAbnormal'], kind: 'outside', isCritical: true };
const CRITICAL: Mark = { words: PHRASES['mark.critical'], kind: 'outside', isCritical: true };

/** HL7's interpretation codes that compare a value with its range; it calls HH, LL and AA critical. */
const CODES: ReadonlyMap<string, Mark> = new Map([
  ['N', NORMAL],
  ['H', HIGH],
  ['HU', { words: PHRASES['mark.significantlyHigh'], kind: 'above' }],
  ['HH', VERY_HIGH],
  ['L', LOW],
  ['LU', { words: PHRASES['mark.significantlyLow'], kind: 'below' }],
  ['LL', VERY_LOW],
  ['A', ABNORMAL],
  ['AA', VERY_ABNORMAL],
]);

/** The same in words, for hospitals that send no code of HL7's. */
const WORDS: ReadonlyMap<string, Mark> = new Map([
  ['normal', NORMAL],
  ['high', HIGH],
  ['élevé', HIGH],
  ['low', LOW],
  ['bas', LOW],
  ['very high', VERY_HIGH],
  ['critical high', VERY_HIGH],
  ['critically high', VERY_HIGH],
  ['très élevé', VERY_HIGH],
  ['very low', VERY_LOW],
  ['critical low', VERY_LOW],
  ['critically low', VERY_LOW],
  ['très bas', VERY_LOW],
  ['abnormal', ABNORMAL],
  ['anormal', ABNORMAL],
  ['critical abnormal', VERY_ABNORMAL],
  ['critical', CRITICAL],
  ['critique', CRITICAL],
]);

function markOf(concept: Concept): Mark | undefined {
  const code = codesOf(concept).find((one) => CODES.has(one));
  if (code !== undefined) return CODES.get(code);
  const said = [concept.text, ...(concept.coding ?? []).flatMap(({ code: own, display }) => [own, display])];
  return said.map((words) => WORDS.get(words?.trim().toLowerCase() ?? '')).find((mark) => mark !== undefined);
}

/** Returns the direction that marks agree on; `outside` if they name both. */
function kindOf(marks: readonly Mark[]): MarkDocument['kind'] {
  const kinds = new Set(marks.map(({ kind }) => kind));
  if (kinds.has('above') !== kinds.has('below')) return kinds.has('above') ? 'above' : 'below';
  return kinds.has('above') || kinds.has('outside') ? 'outside' : 'inside';
}

function inOne(marks: readonly Mark[]): MarkDocument {
  const words = marks.map((mark) => mark.words);
  return {
    text: filled('marked', { mark: listed(words, 'comma') }),
    kind: kindOf(marks),
    isCritical: marks.some(({ isCritical = false }) => isCritical),
  };
}

interface Marks {
  /** Those that say how the value compares or how critical it is, as one sentence. */
  mark: MarkDocument | null;
  /** The others, such as "Resistant". */
  marks: Text[];
}

/** Returns the hospital's marks: those of HL7's scale in a sentence, the others in the hospital's words. */
export function marksOf(interpretation: readonly Concept[], nameOf: FindName): Marks {
  const known = [...new Set(interpretation.map(markOf).filter((mark) => mark !== undefined))];
  const others = interpretation.filter((concept) => markOf(concept) === undefined);
  return {
    mark: known.length === 0 ? null : inOne(known),
    marks: conceptTexts(others, nameOf),
  };
}

export type Side = MarkDocument['kind'];

/** Returns where a value is: as the hospital marked it, else as compared with its range; null if neither is known. */
export const sideOf = ({
  mark = null,
  verdict,
}: {
  mark?: MarkDocument | null;
  verdict: Verdict | null;
}): Side | null => mark?.kind ?? verdict;

/** Returns whether a mark says something else than our comparison. */
export const contradicts = ({ kind }: MarkDocument, verdict: Verdict): boolean =>
  kind !== verdict && !(kind === 'outside' && verdict !== 'inside');
