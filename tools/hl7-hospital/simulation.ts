/**
 * A made-up hospital's days as the messages that its four systems would send. Everything is by seed; what happens is
 * possible at every moment (nobody is moved who isn't there), how often it happens is a guess at an ordinary hospital.
 */
import { type Appointment, type Bed, type LabTest, type Sender, type Stay, Writer } from './messages.ts';
import { makePerson, type Person } from './people.ts';
import { type Random, randomFrom } from './random.ts';

export interface SimulationOptions {
  seed: number;
  beds: number;
  days: number;
  /** Beginning of the first day, as time in milliseconds. */
  start: number;
  /** IANA name of the time zone in which the hospital's systems write times. */
  zone: string;
  /** Merges on a day; default: as in an ordinary hospital. */
  merges?: number;
}

export interface TimedMessage {
  sender: Sender;
  /** When the sender sends it, as time in milliseconds. */
  at: number;
  text: string;
  /** A copy with a mistake in it. */
  isBroken?: true;
}

/** Returns the bytes of a message in the character set that its header names. */
export const bytesOf = ({ text, sender }: TimedMessage): Buffer =>
  Buffer.from(text, sender === 'LAB' ? 'latin1' : 'utf8');

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const BEDS_OF_A_ROOM = ['A', 'B'];
const ROOMS_OF_A_WARD = 20;
const WARDS_OF_A_FLOOR = ['A', 'B', 'C', 'D'];

const TESTS: readonly LabTest[] = [
  { code: 'HGB', name: 'Hemoglobin', loinc: '718-7', unit: 'g/L', low: 120, high: 160, decimals: 0 },
  { code: 'K', name: 'Potassium', loinc: '2823-3', unit: 'mmol/L', low: 3.5, high: 5.0, decimals: 1 },
  { code: 'NA', name: 'Sodium', loinc: '2951-2', unit: 'mmol/L', low: 135, high: 145, decimals: 0 },
  { code: 'CRE', name: 'Creatinine', loinc: '14682-9', unit: 'umol/L', low: 45, high: 110, decimals: 0 },
  { code: 'GLU', name: 'Glucose', loinc: '14749-6', unit: 'mmol/L', low: 3.9, high: 6.1, decimals: 1 },
  { code: 'WBC', name: 'White blood cells', loinc: '6690-2', unit: '10*9/L', low: 4, high: 11, decimals: 1 },
  { code: 'CRP', name: 'C-reactive protein', loinc: '1988-5', unit: 'mg/L', low: 0, high: 8, decimals: 1 },
];
const SERVICES: readonly Pick<Appointment, 'service' | 'place' | 'preparation'>[] = [
  { service: 'Chest X-ray', place: 'Imaging, level 1', preparation: 'Please take off metal jewellery.' },
  { service: 'Ultrasound of the abdomen', place: 'Imaging, level 1', preparation: 'Nothing to eat for six hours.' },
  { service: 'Physiotherapy', place: 'Gym, level 2', preparation: 'Wear closed shoes.' },
  { service: 'Échographie cardiaque', place: 'Cardiology, level 3' },
  { service: 'Visit of the dietitian', place: 'In your room' },
];
const PHYSICIANS_NOTE = ['Seen this morning.', 'The plan is unchanged; the next visit is tomorrow.'];

/** Share of the beds that admissions fill. */
const OCCUPIED = 0.9;
/** What happens on a day, as a number for each occupied bed. */
const PER_STAY_AND_DAY = {
  results: 2.2,
  appointments: 0.6,
  moves: 0.08,
  corrections: 0.05,
  details: 0.1,
  documents: 0.2,
};
/** A stay ends with this probability on each of its days. */
const DISCHARGES = 0.22;
/** Per hospital and day. */
const SWAPS = 0.5;
const MERGES = 0.6;
/** Share of admissions, moves and discharges that somebody entered by mistake and takes back. */
const MISTAKES = 0.02;
const LONGEST_REPORT_DELAY = 90;

interface Reported {
  stay: Stay;
  number: string;
  test: LabTest;
  takenAt: number;
  value: number;
}

/** Returns beds of wards such as 4A, two to a room. */
export function bedsOf(count: number): Bed[] {
  return Array.from({ length: count }, (_, index) => {
    const room = Math.floor(index / BEDS_OF_A_ROOM.length);
    const ward = Math.floor(room / ROOMS_OF_A_WARD);
    const floor = 4 + Math.floor(ward / WARDS_OF_A_FLOOR.length);
    return {
      ward: `${floor}${WARDS_OF_A_FLOOR[ward % WARDS_OF_A_FLOOR.length]}`,
      room: `${floor}${String((ward % WARDS_OF_A_FLOOR.length) * ROOMS_OF_A_WARD + (room % ROOMS_OF_A_WARD) + 1).padStart(2, '0')}`,
      bed: BEDS_OF_A_ROOM[index % BEDS_OF_A_ROOM.length] ?? '',
    };
  });
}

class Hospital {
  readonly #random: Random;
  readonly #writers: Record<Sender, Writer>;
  /** So that another hospital has other people, and other days of one have other stays and orders. */
  readonly #prefix: { people: string; days: string };
  readonly #merges: number;
  readonly #free: Bed[];
  readonly #stays: Stay[] = [];
  /** Discharged persons, who may come again. */
  readonly #known: Person[] = [];
  #later: { at: number; send: (at: number) => void }[] = [];
  #reported: Reported[] = [];
  #sent: TimedMessage[] = [];
  #people = 0;
  #numbers = 0;

  constructor({ seed, beds, start, zone, merges = MERGES }: SimulationOptions) {
    this.#merges = merges;
    this.#random = randomFrom(seed);
    this.#free = bedsOf(beds);
    this.#prefix = { people: `H${String(seed).padStart(3, '0')}`, days: Math.floor(start / MINUTE).toString(36) };
    const writer = (sender: Sender) => new Writer(sender, zone);
    this.#writers = { ADT: writer('ADT'), LAB: writer('LAB'), SCHED: writer('SCHED'), DOC: writer('DOC') };
  }

  /** Returns the admissions of the persons that are there when the first day begins. */
  open(at: number): TimedMessage[] {
    this.#sent = [];
    for (let count = Math.round(this.#free.length * OCCUPIED); count > 0; count--) this.#admit(at);
    return this.#sent;
  }

  /** Returns what the systems send in this minute. */
  minute(at: number, share: number): TimedMessage[] {
    this.#sent = [];
    const due = this.#later.filter((entry) => entry.at <= at);
    this.#later = this.#later.filter((entry) => entry.at > at);
    for (const { send } of due) send(at);
    const total = this.#free.length + this.#stays.length;
    const occupied = this.#stays.length;
    const happens = (number: number) => this.#random.chance(number * share);
    if (occupied < total * OCCUPIED && happens(total * DISCHARGES * 1.5)) this.#admit(at);
    if (happens(occupied * DISCHARGES)) this.#discharge(at);
    if (happens(occupied * PER_STAY_AND_DAY.moves)) this.#move(at);
    if (happens(SWAPS)) this.#swap(at);
    if (happens(occupied * PER_STAY_AND_DAY.results)) this.#order(at);
    if (happens(occupied * PER_STAY_AND_DAY.corrections)) this.#correct(at);
    if (happens(occupied * PER_STAY_AND_DAY.appointments)) this.#book(at);
    if (happens(occupied * PER_STAY_AND_DAY.details)) this.#changeDetails(at);
    if (happens(occupied * PER_STAY_AND_DAY.documents)) this.#write(at);
    if (happens(this.#merges)) this.#registerTwice(at);
    return this.#sent;
  }

  #send(sender: Sender, at: number, text: string): void {
    this.#sent.push({ sender, at, text });
  }

  #after(at: number, minutes: number, send: (at: number) => void): void {
    this.#later.push({ at: at + minutes * MINUTE, send });
  }

  #number(prefix: string): string {
    this.#numbers += 1;
    return `${prefix}${this.#prefix.days}-${this.#numbers}`;
  }

  #isThere = (stay: Stay) => this.#stays.includes(stay);

  #take<Element>(from: Element[]): Element {
    const element = this.#random.pick(from);
    from.splice(from.indexOf(element), 1);
    return element;
  }

  #newPerson(): Person {
    this.#people += 1;
    return makePerson(this.#random, `${this.#prefix.people}${String(this.#people).padStart(5, '0')}`);
  }

  #admit(at: number): void {
    if (this.#free.length === 0) return;
    const isKnown = this.#known.length > 0 && this.#random.chance(0.15);
    const person = isKnown ? this.#take(this.#known) : this.#newPerson();
    const stay = { number: this.#number('V'), person, bed: this.#take(this.#free), admittedAt: at };
    this.#stays.push(stay);
    const adt = this.#writers.ADT;
    if (!isKnown && this.#random.chance(0.3)) this.#send('ADT', at, adt.person('A28', person, at));
    this.#send('ADT', at, adt.stay(this.#random.chance(0.2) ? 'A04' : 'A01', stay, at));
    if (!this.#random.chance(MISTAKES)) return;
    this.#after(at, 4, (then) => {
      if (!this.#isThere(stay)) return;
      this.#end(stay);
      this.#send('ADT', then, adt.stay('A11', stay, then));
    });
  }

  #end(stay: Stay): void {
    this.#stays.splice(this.#stays.indexOf(stay), 1);
    this.#free.push(stay.bed);
    this.#known.push(stay.person);
  }

  #discharge(at: number): void {
    const stay = this.#random.pick(this.#stays);
    // A stay of a few hours has nothing to show.
    if (at - stay.admittedAt < 6 * HOUR) return;
    this.#end(stay);
    this.#send('ADT', at, this.#writers.ADT.stay('A03', stay, at, { endedAt: at }));
    if (!this.#random.chance(MISTAKES)) return;
    this.#after(at, 10, (then) => {
      const isFree = this.#free.includes(stay.bed) && this.#known.includes(stay.person);
      if (!isFree) return;
      this.#free.splice(this.#free.indexOf(stay.bed), 1);
      this.#known.splice(this.#known.indexOf(stay.person), 1);
      this.#stays.push(stay);
      this.#send('ADT', then, this.#writers.ADT.stay('A13', stay, then));
    });
  }

  #move(at: number): void {
    if (this.#free.length === 0) return;
    const stay = this.#random.pick(this.#stays);
    const before = stay.bed;
    stay.bed = this.#take(this.#free);
    this.#free.push(before);
    this.#send('ADT', at, this.#writers.ADT.stay('A02', stay, at, { before }));
    if (!this.#random.chance(MISTAKES)) return;
    const moved = stay.bed;
    this.#after(at, 3, (then) => {
      if (!this.#isThere(stay) || stay.bed !== moved || !this.#free.includes(before)) return;
      this.#free.splice(this.#free.indexOf(before), 1);
      this.#free.push(moved);
      stay.bed = before;
      this.#send('ADT', then, this.#writers.ADT.stay('A12', stay, then));
    });
  }

  #swap(at: number): void {
    if (this.#stays.length < 2) return;
    const first = this.#random.pick(this.#stays);
    const second = this.#random.pick(this.#stays);
    if (first === second) return;
    [first.bed, second.bed] = [second.bed, first.bed];
    this.#send('ADT', at, this.#writers.ADT.swap([first, second], at));
  }

  #order(at: number): void {
    const stay = this.#random.pick(this.#stays);
    const test = this.#random.pick(TESTS);
    // A quarter outside the range, as among people in hospital.
    const width = test.high - test.low;
    const value = Math.max(0, test.low + width * (this.#random.next() * 1.4 - 0.2));
    const order = { stay, number: this.#number('L'), test, takenAt: at, value };
    const lab = this.#writers.LAB;
    this.#after(at, this.#random.integer(20, LONGEST_REPORT_DELAY), (then) => {
      const isPreliminary = this.#random.chance(0.1);
      this.#send('LAB', then, lab.result(order, isPreliminary ? 'P' : 'F', then, value));
      if (!isPreliminary) this.#reported.push(order);
      else this.#after(then, 60, (last) => this.#send('LAB', last, lab.result(order, 'F', last, value)));
    });
  }

  #correct(at: number): void {
    if (this.#reported.length === 0) return;
    const order = this.#take(this.#reported);
    // Results of somebody who left are corrected too, within a day.
    this.#reported = this.#reported.filter(({ takenAt }) => at - takenAt < DAY);
    const isDeleted = this.#random.chance(0.1);
    const value = isDeleted ? undefined : order.value * (this.#random.chance(0.5) ? 1.1 : 0.9);
    this.#send('LAB', at, this.#writers.LAB.result(order, isDeleted ? 'D' : 'C', at, value));
  }

  #book(at: number): void {
    const stay = this.#random.pick(this.#stays);
    const startsAt = at + this.#random.integer(2, 30) * HOUR;
    const appointment = { stay, number: this.#number('S'), startsAt, ...this.#random.pick(SERVICES) };
    const schedule = this.#writers.SCHED;
    this.#send('SCHED', at, schedule.appointment('S12', appointment, at));
    if (this.#random.chance(0.1)) {
      appointment.startsAt += HOUR;
      const moved = { ...appointment };
      this.#after(at, 30, (then) => this.#send('SCHED', then, schedule.appointment('S13', moved, then)));
    } else if (this.#random.chance(0.05)) {
      this.#after(at, 45, (then) => this.#send('SCHED', then, schedule.appointment('S15', appointment, then)));
    }
  }

  #changeDetails(at: number): void {
    const stay = this.#random.pick(this.#stays);
    stay.person.phone = makePerson(this.#random, '').phone;
    this.#send('ADT', at, this.#writers.ADT.stay('A08', stay, at));
  }

  #write(at: number): void {
    const stay = this.#random.pick(this.#stays);
    this.#send('DOC', at, this.#writers.DOC.document(stay, this.#number('D'), 'Progress note', PHYSICIANS_NOTE, at));
  }

  /** Somebody is admitted under a new number although the hospital knows the person: found and merged hours later. */
  #registerTwice(at: number): void {
    if (this.#known.length === 0 || this.#free.length === 0) return;
    const remains = this.#take(this.#known);
    const retired = { ...remains, recordNumber: this.#newPerson().recordNumber };
    const stay: Stay = { number: this.#number('V'), person: retired, bed: this.#take(this.#free), admittedAt: at };
    this.#stays.push(stay);
    this.#send('ADT', at, this.#writers.ADT.stay('A01', stay, at));
    this.#after(at, this.#random.integer(60, 300), (then) => {
      // From now on everything about this stay is the remaining person's.
      this.#send('ADT', then, this.#writers.ADT.merge(remains, retired, then));
      const wasThere = this.#known.indexOf(retired);
      if (wasThere >= 0) this.#known[wasThere] = remains;
      stay.person = remains;
    });
  }
}

/** Yields all messages of the days in the order in which they are sent. */
export function* simulate(options: SimulationOptions): Generator<TimedMessage> {
  const hospital = new Hospital(options);
  const { start, days } = options;
  yield* hospital.open(start);
  for (let at = start; at < start + days * DAY; at += MINUTE) yield* hospital.minute(at, MINUTE / DAY);
}
