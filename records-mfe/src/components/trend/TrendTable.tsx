import type { Observation } from 'mock-api/contract';
import { type ReactNode, startTransition, useDeferredValue, useState } from 'react';
import { Button, Card, formatTime, Soft, Stack, useText } from 'shared-ui';
import { formatList, formatRecordDate, HospitalText, HospitalWordsNote, hospitalDay } from 'shared-ui/details';
import { styled } from 'styled-components';
import { words } from '../../words-trend.ts';
import { FigureTable, TableContainer } from '../FigureTable.tsx';
import { languageAmong } from '../glossary/GlossaryText.tsx';
import { MarkLine } from '../observations/ObservationCard.tsx';
import { otherMarks, useObservationText } from '../observations/useObservationText.ts';
import { markOf } from './drawing.ts';
import { MarkShape } from './Legend.tsx';
import type { ShownSeries } from './points.ts';

/** Rows shown until the person asks for all: hundreds would delay the picture on a slow phone. */
const FIRST_ROWS = 10;

const Table = styled(FigureTable)`
  td {
    overflow-wrap: anywhere;
  }
  @container (inline-size >= 15rem) {
    tbody th {
      font-weight: 400;
    }
  }
  [data-part='verdict'] {
    display: flex;
    align-items: center;
    gap: 6px;
    color: var(--act);
    font-size: var(--text-s);
    font-weight: 620;
  }
  [data-part='verdict'][data-mark='above'],
  [data-part='verdict'][data-mark='below'] {
    color: var(--new);
  }
`;

const NOTHING: ShownSeries = { name: '', main: { code: '', name: '', unit: '', points: [] }, lower: undefined };

const dayOf = ({ effectiveDateTime: at = '' }: Observation): string => (at.length < 10 ? '' : hospitalDay(at));

/** Returns whether the value before or after, in the order of time, is of the same day. */
const sharesDay = (points: readonly Observation[], index: number): boolean =>
  [points[index - 1], points[index + 1]].some(
    (other) => other && points[index] && dayOf(other) === dayOf(points[index]),
  );

/** All values in words, newest first: as the hospital wrote them, with range, status, marks and notes. */
export function TrendTable({ series: newest }: { series: ShownSeries }) {
  const t = useText(words);
  // Words and picture are painted first.
  const { main, lower } = useDeferredValue(newest, NOTHING);
  const { points } = main;
  const [showsAll, setShowsAll] = useState(false);
  const shown = showsAll ? points : points.slice(0, FIRST_ROWS);
  return (
    <Card>
      <Stack>
        <TableContainer>
          <Table>
            <caption>{t('trend.table.caption')}</caption>
            <thead>
              <tr>
                <th scope="col">{t('trend.table.date')}</th>
                <th scope="col">{t('trend.table.value')}</th>
                <th scope="col">{t('trend.table.range')}</th>
              </tr>
            </thead>
            <tbody>
              {shown.map((point, index) => (
                <Value
                  key={point.id}
                  point={point}
                  hasTime={sharesDay(points, index)}
                  names={[main.name, lower?.name ?? '']}
                  lower={lower?.points[index]}
                />
              ))}
            </tbody>
          </Table>
        </TableContainer>
        {shown.length < points.length && (
          <Button variant="ghost" onClick={() => startTransition(() => setShowsAll(true))}>
            {t('trend.table.all', { count: points.length })}
          </Button>
        )}
      </Stack>
    </Card>
  );
}

interface ValueProps {
  point: Observation;
  /** Whether others were measured on the same day. */
  hasTime: boolean;
  /** Of both numbers. */
  names: readonly [string, string];
  /** The lower number of a blood pressure. */
  lower: Observation | undefined;
}

/** One value, or the two of a blood pressure. */
function Value({ point, hasTime, names, lower }: ValueProps) {
  const t = useText(words);
  const text = useObservationText();
  const { effectiveDateTime: at } = point;
  const lang = point.languages?.valueString ?? null;
  const rangeOf = ({ referenceRange }: Observation) => referenceRange?.text ?? t('trend.table.none');
  return (
    <tr>
      <th scope="row">
        {at === undefined ? t('trend.noDate') : <time dateTime={at}>{formatRecordDate(at)}</time>}
        {at !== undefined && at.length > 10 && hasTime && <Soft>{formatTime(at)}</Soft>}
      </th>
      <td>
        <HospitalText lang={lang}>
          <strong>
            <bdi>{lower ? text.pair(point, lower) : text.value(point)}</bdi>
          </strong>
        </HospitalText>
        <Remarks point={point} name={lower && names[0]} />
        {lower && <Remarks point={lower} name={names[1]} />}
      </td>
      <td data-label={t('trend.table.rangeLabel')}>
        {lower ? (
          [point, lower].map((one, index) => (
            <Soft key={one.id}>{t('trend.of', { name: names[index] ?? '', text: rangeOf(one) })}</Soft>
          ))
        ) : (
          <bdi>{rangeOf(point)}</bdi>
        )}
      </td>
    </tr>
  );
}

/** What the hospital's mark and range say of a number, and what else there is to say. @param name only of one of two */
function Remarks({ point, name }: { point: Observation; name: string | undefined }) {
  const t = useText(words);
  const { note: notes = [], original, status, verdict } = point;
  const { display: _heading, ...languages } = point.languages ?? {};
  const marks = otherMarks(point);
  const isSilent = !verdict && !original && !status && marks.length === 0 && notes.length === 0;
  if (name !== undefined && isSilent) return null;
  return (
    <>
      {name !== undefined && <Soft>{name}</Soft>}
      <MarkLine verdict={verdict} />
      {verdict?.comparison && (
        <span data-part="verdict" data-mark={markOf(point)}>
          <MarkShape mark={markOf(point)} />
          {t(`trend.mark.${verdict.comparison}`)}
        </span>
      )}
      {original && <Soft>{t('trend.converted', { value: original })}</Soft>}
      {status && <Soft>{status}</Soft>}
      {marks.length > 0 && (
        <Remark lang={languages.interpretation ?? null}>{t('trend.marked', { marks: formatList(marks) })}</Remark>
      )}
      {notes.map((note) => (
        <Remark key={note} lang={languages.note ?? null}>
          {note}
        </Remark>
      ))}
      <HospitalWordsNote lang={languageAmong(languages)} />
    </>
  );
}

function Remark({ lang, children }: { lang: string | null; children: ReactNode }) {
  return (
    <Soft>
      <HospitalText lang={lang}>{children}</HospitalText>
    </Soft>
  );
}
