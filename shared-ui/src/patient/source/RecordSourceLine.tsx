import Hospital from 'lucide-react/icons/hospital';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { styled } from 'styled-components';
import { useLanguage, useText } from '../../platform/i18n/i18n.ts';
import { useNow } from '../../platform/page.ts';
import { Soft } from '../../ui/components/index.ts';
import { formatLastChecked, formatRecordAge, formatRecordDate, words } from './dates.ts';

const Line = styled(Soft)`
  display: flex;
  align-items: flex-start;
  gap: var(--space-2);
  max-inline-size: var(--card-max);

  > svg {
    flex: none;
    inline-size: 1.25em;
    block-size: 1.5em;
  }
  > span {
    min-inline-size: 0;
    overflow-wrap: anywhere;
  }
  &[data-state='late'] > svg {
    color: var(--new);
  }
`;

export interface RecordSourceLineProps {
  source: {
    name: string;
    /** When its system was last asked (ISO 8601), or null. */
    checkedAt: string | null;
    /** `late`: it should have been asked again by now. `never`: it was never asked. */
    state: 'ok' | 'late' | 'never';
  };
}

/** Says where a part of the record comes from and how old it is: "From Northside, checked 5 minutes ago." */
export function RecordSourceLine({ source: { name, checkedAt, state } }: RecordSourceLineProps) {
  const t = useText(words);
  const now = useNow();
  const isKnown = checkedAt !== null && state !== 'never';
  const text = isKnown ? t(state, { name, age: formatLastChecked(checkedAt, now) }) : t('never', { name });
  return (
    <Line data-state={state}>
      {state === 'late' ? <TriangleAlert aria-hidden="true" /> : <Hospital aria-hidden="true" />}
      <span>{text}</span>
    </Line>
  );
}

interface RecordDateProps {
  /** YYYY, YYYY-MM, YYYY-MM-DD or a time. */
  at: string;
  /** Adds how long ago that was. */
  withAge?: boolean;
}

/** A date as precise as the hospital gave it: "March 2012", or with its age "Mar 16, 2020 (6 years ago)". */
export function RecordDate({ at, withAge = false }: RecordDateProps) {
  const t = useText(words);
  useLanguage();
  const now = useNow();
  const date = formatRecordDate(at);
  const age = withAge ? formatRecordAge(at, now) : undefined;
  return <time dateTime={at}>{age === undefined ? date : t('dated', { date, age })}</time>;
}
