import type { DeskRecordLink, RecordHeldBack } from 'mock-api/contract';
import { formatMoment, useText } from 'shared-ui';
import { Facts } from 'shared-ui/details';
import { styled } from 'styled-components';
import { words } from '../../words.ts';

/** When the record was read, which one it is, and how much of it people see. Renders nothing if it was never read. */
export function RecordFacts({ link }: { link: DeskRecordLink }) {
  const t = useText(words);
  const { patientId, linkedAt, checkedAt, comparedAt, shown, stored } = link;
  if (patientId === null) return null;
  const count = stored.reduce((sum, { count: ofType }) => sum + ofType, 0);
  const facts: [string, string][] = [
    [t('record.patientId'), patientId],
    ...(linkedAt ? [[t('record.linkedAt'), formatMoment(linkedAt)] as [string, string]] : []),
    [t('record.checkedAt'), checkedAt ? formatMoment(checkedAt) : t('record.neverChecked')],
    ...(comparedAt ? [[t('record.comparedAt'), formatMoment(comparedAt)] as [string, string]] : []),
    [t('record.read'), t('record.entries', { count })],
    [t('record.results'), String(shown.results)],
    [t('record.carePlans'), String(shown.carePlans)],
    [t('record.events'), String(shown.events)],
    [t('record.items'), String(shown.items)],
  ];
  return <Facts variant="columns" facts={facts} />;
}

const Details = styled.details`
  summary {
    min-block-size: var(--target);
    padding-block: var(--space-2);
    color: var(--brand);
    font-weight: 640;
    cursor: pointer;
  }
  ul {
    margin: 0;
    padding: 0;
    list-style: none;
  }
  li {
    padding-block: var(--space-2);
    overflow-wrap: anywhere;
  }
  li + li {
    border-block-start: 1px solid var(--line-color);
  }
  small {
    display: block;
    color: var(--ink-soft);
    font-size: var(--text-s);
  }
`;

const inOrder: readonly RecordHeldBack[] = [
  'file',
  'shape',
  'depth',
  'not-allowed',
  'not-offered',
  'withheld',
  'state',
  'empty',
  'type',
];

/** What people don't see, and why, with the FHIR types that the hospital's own staff know. */
export function HeldBack({ of }: { of: DeskRecordLink['heldBack'] }) {
  const t = useText(words);
  if (of.length === 0) return null;
  const reasons = inOrder.filter((reason) => of.some(({ why }) => why === reason));
  return (
    <Details>
      <summary>{t('record.heldBack.title')}</summary>
      <ul>
        {reasons.map((reason) => (
          <li key={reason}>
            {t(`record.heldBack.${reason}`)}
            <small>{typesOf(of.filter(({ why }) => why === reason))}</small>
          </li>
        ))}
      </ul>
    </Details>
  );
}

/** Returns types with their counts, as "Device 2, Observation"; a count alone for what must stay unnamed. */
function typesOf(entries: DeskRecordLink['heldBack']): string {
  return entries.map(({ type, count }) => [type, count].filter((part) => part !== null).join(' ')).join(', ');
}
