import { localTime } from 'shared-ui/contract/zone';
import type { Person } from './people.ts';

export interface Bed {
  ward: string;
  room: string;
  bed: string;
}

export interface Stay {
  /** Visit number of PV1-19. */
  number: string;
  person: Person;
  bed: Bed;
  /** As time in milliseconds. */
  admittedAt: number;
}

export interface LabTest {
  /** Local code and its name, which the names file of a hospital translates. */
  code: string;
  name: string;
  loinc: string;
  unit: string;
  low: number;
  high: number;
  decimals: number;
}

/** A system of the hospital, which sends its messages in order and has its own way of writing them. */
export type Sender = 'ADT' | 'LAB' | 'SCHED' | 'DOC';

const VERSIONS: Record<Sender, string> = { ADT: '2.5.1', LAB: '2.3', SCHED: '2.5.1', DOC: '2.8' };
const FACILITY = 'RIVERSIDE';
/** Assigning authority of record and visit numbers. */
const AUTHORITY = 'RVS';

type Field = string | number | undefined;

/** Writes a text so that no character of it separates fields. */
export const escaped = (text: string) => text.replace(/[\\|^~&\r\n]/g, (character) => ESCAPES[character] ?? character);
const ESCAPES: Record<string, string> = {
  ...{ '\\': '\\E\\', '|': '\\F\\', '^': '\\S\\', '~': '\\R\\', '&': '\\T\\' },
  ...{ '\r': '\\.br\\', '\n': '\\.br\\' },
};

const segment = (name: string, ...fields: Field[]) => [name, ...fields].join('|').replace(/\|+$/, '');

/** Returns how times are written: as the clocks of the hospital show them, without a zone. */
const clockIn = (zone: string) => (time: number) => `${localTime(time, zone).replace(/\D/g, '')}00`;
type Clock = ReturnType<typeof clockIn>;

const numberWith = (number: string, type: string) => `${number}^^^${AUTHORITY}^${type}`;
const locationOf = ({ ward, room, bed }: Bed) => `${ward}^${room}^${bed}^${FACILITY}`;

const header = (sender: Sender, type: string, control: string, time: string) =>
  segment(
    'MSH',
    ...['^~\\&', sender, FACILITY, 'LODESTAR', FACILITY, time, '', type, control, 'P', VERSIONS[sender]],
    ...['', '', '', '', 'CAN', sender === 'LAB' ? '8859/1' : 'UNICODE UTF-8'],
  );

/** `index` is that of a group with two persons in one message. */
function identity(person: Person, index = 1): string {
  const name = `${escaped(person.family)}^${escaped(person.given)}`;
  const ids = numberWith(person.recordNumber, 'MR');
  const { birthDate, gender, phone, language } = person;
  return segment('PID', index, '', ids, '', name, '', birthDate, gender, '', '', '', '', phone, '', language);
}

function visit(stay: Stay, timeOf: Clock, { before, endedAt }: { before?: Bed; endedAt?: number } = {}): string {
  const fields: Field[] = [1, 'I', locationOf(stay.bed), '', '', before && locationOf(before)];
  fields[18] = numberWith(stay.number, 'VN');
  fields[43] = timeOf(stay.admittedAt);
  if (endedAt !== undefined) fields[44] = timeOf(endedAt);
  return segment('PV1', ...fields);
}

const joined = (...segments: string[]) => segments.map((line) => `${line}\r`).join('');

/** Writes the messages of one sender, whose control ids it counts. */
export class Writer {
  readonly #sender: Sender;
  readonly #timeOf: Clock;
  #count = 0;

  /** @param zone IANA name of the hospital's time zone */
  constructor(sender: Sender, zone: string) {
    this.#sender = sender;
    this.#timeOf = clockIn(zone);
  }

  #header(type: string, time: number): string {
    this.#count += 1;
    return header(this.#sender, type, `${this.#sender}${this.#count}`, this.#timeOf(time));
  }

  /** Returns a message about one stay, such as `A01`. */
  stay(trigger: string, stay: Stay, time: number, details: { before?: Bed; endedAt?: number } = {}): string {
    const start = this.#header(`ADT^${trigger}`, time);
    return joined(
      start,
      segment('EVN', trigger, this.#timeOf(time)),
      identity(stay.person),
      visit(stay, this.#timeOf, details),
    );
  }

  /** Returns a message about a person without a stay, such as `A28` or `A31`. */
  person(trigger: string, person: Person, time: number): string {
    const start = this.#header(`ADT^${trigger}`, time);
    return joined(start, segment('EVN', trigger, this.#timeOf(time)), identity(person), segment('PV1', 1, 'N'));
  }

  /** Returns the exchange of two beds; both stays have their new beds. */
  swap(stays: readonly [Stay, Stay], time: number): string {
    const groups = stays.flatMap((stay, index) => [identity(stay.person, index + 1), visit(stay, this.#timeOf)]);
    return joined(this.#header('ADT^A17', time), segment('EVN', 'A17', this.#timeOf(time)), ...groups);
  }

  /** Returns the merge of a record into the one that remains. */
  merge(remains: Person, retired: Person, time: number): string {
    const start = this.#header('ADT^A40^ADT_A39', time);
    const merged = segment('MRG', numberWith(retired.recordNumber, 'MR'));
    return joined(start, segment('EVN', 'A40', this.#timeOf(time)), identity(remains), merged);
  }

  /** `value` is undefined for a result that its laboratory deleted. */
  result(
    order: { stay: Stay; number: string; test: LabTest; takenAt: number },
    status: string,
    time: number,
    value?: number,
  ): string {
    const { stay, number, test, takenAt } = order;
    const code = `${test.code}^${escaped(test.name)}^L^${test.loinc}^${escaped(test.name)}^LN`;
    const request: Field[] = [1, '', number, code, '', '', this.#timeOf(takenAt)];
    request[21] = this.#timeOf(time);
    request[24] = status === 'D' ? 'X' : status;
    const flag = value === undefined ? '' : flagOf(test, value);
    const range = `${test.low} - ${test.high}`;
    const observation: Field[] = [1, 'NM', code, '', value?.toFixed(test.decimals), escaped(test.unit), range, flag];
    observation[10] = status;
    observation[13] = this.#timeOf(takenAt);
    const order_ = segment('ORC', 'RE', '', number);
    const start = this.#header('ORU^R01', time);
    return joined(
      start,
      identity(stay.person),
      visit(stay, this.#timeOf),
      order_,
      segment('OBR', ...request),
      segment('OBX', ...observation),
    );
  }

  /** Returns an appointment's booking (S12), change (S13) or cancellation (S15). */
  appointment(trigger: string, appointment: Appointment, time: number): string {
    const { stay, number, service, place, startsAt, preparation } = appointment;
    const schedule: Field[] = [number, '', '', '', '', `${trigger}^`, escaped(service), '', 30, 'min'];
    schedule[10] = `^^30^${this.#timeOf(startsAt)}^${this.#timeOf(startsAt + 30 * 60_000)}`;
    schedule[24] = trigger === 'S15' ? 'Cancelled' : 'Booked';
    return joined(
      this.#header(`SIU^${trigger}`, time),
      ...[segment('SCH', ...schedule), identity(stay.person), visit(stay, this.#timeOf), segment('RGS', 1)],
      segment('AIS', 1, 'A', `^${escaped(service)}`, this.#timeOf(startsAt), '', '', 30, 'min'),
      ...(preparation ? [segment('NTE', 1, '', escaped(preparation))] : []),
      segment('AIL', 1, 'A', `^^^${escaped(place)}`),
    );
  }

  /** Returns a document with its text (T02). */
  document(stay: Stay, number: string, title: string, lines: readonly string[], time: number): string {
    const description: Field[] = [1, `^${escaped(title)}`, 'TX', this.#timeOf(time)];
    description[11] = number;
    description[16] = 'AU';
    const text = lines.map((line, index) =>
      segment('OBX', index + 1, 'TX', '^Text', '', escaped(line), '', '', '', '', '', 'F'),
    );
    const start = this.#header('MDM^T02', time);
    return joined(
      start,
      segment('EVN', 'T02', this.#timeOf(time)),
      identity(stay.person),
      visit(stay, this.#timeOf),
      segment('TXA', ...description),
      ...text,
    );
  }
}

export interface Appointment {
  stay: Stay;
  number: string;
  service: string;
  place: string;
  startsAt: number;
  preparation?: string;
}

function flagOf({ low, high }: LabTest, value: number): string {
  if (value < low) return 'L';
  return value > high ? 'H' : 'N';
}
