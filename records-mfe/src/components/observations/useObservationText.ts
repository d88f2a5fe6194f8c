import type { Observation } from 'mock-api/contract';
import { useText } from 'shared-ui';
import { formatList } from 'shared-ui/details';
import { LANGUAGES, type Language, useLanguage } from 'shared-ui/languages';
import { words } from '../../words.ts';

/** Created once per language: creating one takes far longer than using it. */
const figures = new Map<Language, Intl.NumberFormat>();

function figuresIn(language: Language): Intl.NumberFormat {
  const known =
    figures.get(language) ?? new Intl.NumberFormat(LANGUAGES[language].intlTag, { maximumFractionDigits: 6 });
  figures.set(language, known);
  return known;
}

/** Returns the hospital's marks other than the verdict, such as "Resistant". */
export const otherMarks = ({
  interpretation = [],
  verdict,
}: Pick<Observation, 'interpretation' | 'verdict'>): string[] =>
  verdict?.isMarked ? interpretation.slice(1) : interpretation;

/** Returns what is said of a value in words: the value itself if it is no number, other marks, and how final it is. */
export const saidOf = (observation: Observation): string =>
  formatList([observation.valueString, ...otherMarks(observation), observation.status], ' · ');

/** Returns how many decimals a figure has; undefined if it isn't written as a decimal. */
export const decimalsIn = (figure: string): number | undefined => {
  const decimal = /^-?\d+(?:\.(\d+))?$/.exec(figure);
  return decimal ? (decimal[1]?.length ?? 0) : undefined;
};

/** Returns formatters for an observation's value and range in the current language. */
export function useObservationText() {
  const t = useText(words);
  const language = useLanguage();
  const number = (value: number, decimals?: number) => {
    if (decimals === undefined) return figuresIn(language).format(value);
    const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
    return new Intl.NumberFormat(LANGUAGES[language].intlTag, digits).format(value);
  };
  /** Keeps the digits that the hospital wrote, such as 1.00. */
  const measured = ({ value, figure }: NonNullable<Observation['valueQuantity']>) =>
    figure !== undefined && decimalsIn(figure) === undefined ? figure : number(value, decimalsIn(figure ?? ''));

  const range = ({ referenceRange }: Observation): string => {
    const { low = null, high = null, text = null } = referenceRange ?? {};
    if (low !== null && high !== null) return t('table.between', { low: number(low), high: number(high) });
    if (low !== null) return t('table.atLeast', { low: number(low) });
    if (high !== null) return t('table.atMost', { high: number(high) });
    return text ?? t('table.none');
  };

  const value = ({ valueQuantity, valueString }: Pick<Observation, 'valueQuantity' | 'valueString'>): string =>
    valueQuantity ? `${measured(valueQuantity)} ${valueQuantity.unit}`.trim() : (valueString ?? t('table.none'));

  return {
    /** Formats a number, e.g. "10,5" in French, with a fixed number of decimals if given. */
    number,
    /** Formats a value with the digits that the hospital wrote, if it says so. */
    measured,
    /** Formats the normal range: "3.5 to 10.5", or the range's text. */
    range,
    /** Formats the value with its unit. Falls back to the value's text, then to a dash. */
    value,
    /** Formats the two numbers of a blood pressure, e.g. "121/80 mmHg". */
    pair: (upper: Observation, lower: Observation): string =>
      upper.valueQuantity && lower.valueQuantity
        ? `${measured(upper.valueQuantity)}/${value(lower)}`
        : `${value(upper)} / ${value(lower)}`,
  };
}
