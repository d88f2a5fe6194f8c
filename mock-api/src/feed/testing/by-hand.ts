/**
 * Messages as senders write them, and what must be known of them, written by hand (`by-hand/*.txt`). A case begins with
 * its type, version and a title; its segments follow, then the expected lines, indented. Without an own MSH a message
 * has the one below. Resources of the record are stated as the phone shows them.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Resource } from '../../records/fhir/datatypes.ts';
import { isObject } from '../../records/fhir/json.ts';
import { ownKey } from '../../records/fhir/references.ts';
import { Records } from '../../records/testing/by-hand.ts';
import { changed } from '../fhir/merge.ts';
import type { Conversion, FeedIdentifier, FeedSettings, FeedSubject } from '../fhir/reading.ts';
import { toFhir } from '../fhir/to-fhir.ts';
import { isReadable, readMessage } from '../message.ts';

export const SETTINGS: FeedSettings = {
  identifierType: 'MR',
  timeZone: 'America/Toronto',
  receivedAt: '2026-11-29T14:00:00.000Z',
};

export interface Case {
  title: string;
  type: string;
  version: string;
  message: string;
  expected: string[];
}

const headerOf = (type: string, version: string, id: string) =>
  String.raw`MSH|^~\&|ENGINE|WEST|LODESTAR|WEST|20261129083000||${type}|${id}|P|${version}`;

/** Returns all cases, in the order of their files. */
export function readCases(): Case[] {
  const folder = join(import.meta.dirname, 'by-hand');
  return readdirSync(folder)
    .sort()
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').split(/\n(?=[A-Z]{3}\^\w{3} )/))
    .flatMap((text, index) => {
      const [first = '', ...lines] = text.split('\n').filter((line) => line.trim() !== '');
      const [, type = '', version = '', title = ''] = /^(\S+) (\S+) (.*)$/.exec(first) ?? [];
      if (!/^[A-Z]{3}\^\w{3}$/.test(type)) return [];
      const segments = lines.filter((line) => !line.startsWith('  '));
      const header = segments[0]?.startsWith('MSH') ? [] : [headerOf(type, version, `C${index}`)];
      const expected = lines.filter((line) => line.startsWith('  ')).map((line) => line.slice(2));
      return [
        { title: `${type} ${version} ${title}`, type, version, message: [...header, ...segments].join('\r'), expected },
      ];
    });
}

const idOf = ({ value, authority }: FeedIdentifier) => (authority === '' ? value : `${value}@${authority}`);

/** Returns words of a field; a deleted one is marked with a minus. */
const said = (label: string, value: unknown, read: (value: never) => unknown = String): string[] => {
  if (value === undefined) return [];
  return [value === null ? `-${label}` : [label, read(value as never)].filter(Boolean).join(' ')];
};

interface Named {
  use?: string;
  family: string | null;
  given: string[];
  prefix?: string[];
  suffix?: string[];
}

const nameText = ({ use, family, given, prefix = [], suffix = [] }: Named) =>
  `${[...prefix, ...given, family ?? '', ...suffix].join(' ')}${use === 'official' ? '' : ` (${use})`}`;

function patientLine({ person, patient }: FeedSubject): string {
  const parts = patient
    ? [
        ...said('', patient.name, (names: Named[]) => names.map(nameText).join(', ')),
        ...said('gender', patient.gender),
        ...said('born', patient.birthDate),
        ...said('at', patient.telecom, (all: { value: string; use?: string }[]) =>
          all.map(({ value, use }) => [use, value].filter(Boolean).join(' ')).join(', '),
        ),
        ...said('speaks', patient.communication, (all: { language: { coding: { code: string }[] } }[]) =>
          all.map(({ language }) => language.coding[0]?.code).join(', '),
        ),
        ...said('died', patient.deceasedDateTime ?? patient.deceasedBoolean),
      ]
    : [];
  return [`person ${idOf(person)}`, ...parts].join(' · ');
}

const displayOf = (item: Record<string, unknown>, name: string): string =>
  isObject(item[name]) ? String(item[name].display) : '';

function stayLines({ stay, encounter, firstStatus }: FeedSubject): string[] {
  if (!encounter) return stay ? [`stay ${idOf(stay)}`] : [];
  const { status, period, location, participant } = encounter;
  const { start, end } = (period ?? {}) as { start?: string | null; end?: string | null };
  const parts = [
    status === undefined ? `unchanged, else ${firstStatus ?? 'none'}` : String(status),
    ...said('', isObject(encounter.class) ? encounter.class.code : undefined),
    ...said('place', location, (all: Record<string, unknown>[]) =>
      all.map((item) => displayOf(item, 'location')).join(' / '),
    ),
    ...said('from', start),
    ...said('until', end),
    ...said('with', participant, (all: Record<string, unknown>[]) =>
      all.map((item) => displayOf(item, 'individual')).join(', '),
    ),
  ];
  return [`stay ${stay ? idOf(stay) : '(open)'}: ${parts.join(' · ')}`];
}

/** Returns what the phone shows of the resources of a subject, after what it showed of `stored`. */
function recordLines({ patient, changes }: FeedSubject): string[] {
  const resources = changes.flatMap((change) => changed(undefined, change) ?? []);
  const records = new Records([...(patient ? [patient] : []), ...resources] as Resource[]);
  return resources.flatMap((resource) => {
    const lines = records.linesOf(ownKey(resource));
    const withdrawn = resource.status === 'entered-in-error' ? [`${resource.resourceType} withdrawn`] : [];
    const instruction = resource.patientInstruction;
    return [
      ...withdrawn,
      ...lines,
      ...(typeof instruction === 'string' ? [`prepare: ${instruction.replaceAll('\n', ' / ')}`] : []),
    ];
  });
}

const updatesOf = ({ changes }: FeedSubject): string[] =>
  changes.flatMap(({ how, resource }) =>
    how === 'merge-stored' ? [`stored ${resource.resourceType}: ${resource.status}`] : [],
  );

function linesOf(conversion: Conversion): string[] {
  if ('unused' in conversion) return ['not used'];
  if ('aside' in conversion) return [`aside: ${conversion.aside}`];
  const { subjects, merges } = conversion.content;
  return [
    ...merges.map(({ kept, retired }) => `merge ${idOf(retired)} into ${idOf(kept)}`),
    ...subjects.flatMap((subject) => [
      patientLine(subject),
      ...stayLines(subject),
      ...recordLines(subject),
      ...updatesOf(subject),
    ]),
  ].map((line) => line.replaceAll('\n', ' / '));
}

/** Returns what is known of a message, in lines. */
export function statementOf(text: string, settings: FeedSettings = SETTINGS): string[] {
  const read = readMessage(text);
  return isReadable(read) ? linesOf(toFhir(read, settings)) : [`unreadable: ${read.fault}`];
}
