/** What the sender of a message gets: an acknowledgement (HL7 v2 ACK) in the terms and separators of that message. */
import { randomUUID } from 'node:crypto';
import { now } from '../../common/clock.ts';

/** In a message's header (MSH): the index is that of the field. */
const FIELD = {
  encoding: 2,
  application: 3,
  facility: 4,
  receivingApplication: 5,
  receivingFacility: 6,
  type: 9,
  controlId: 10,
  processing: 11,
  version: 12,
  accept: 15,
  application16: 16,
  characterSet: 18,
} as const;

/** HL7 table 0357. */
const CONDITIONS = {
  100: 'Segment sequence error',
  101: 'Required field missing',
  103: 'Table value not found',
  205: 'Duplicate key identifier',
  207: 'Application internal error',
} as const;

/** Why a message isn't taken. */
export interface Refusal {
  /** `error`: the message is refused for what it says. `reject`: it can't be read, or isn't allowed. */
  kind: 'error' | 'reject';
  condition: keyof typeof CONDITIONS;
  /** Field of the header. */
  field?: number;
  /** In English, for the sender's log; never with content of the message. */
  text: string;
}

const CODES = {
  original: { accept: 'AA', error: 'AE', reject: 'AR' },
  enhanced: { accept: 'CA', error: 'CE', reject: 'CR' },
} as const;

const DEFAULT_ENCODING = '^~\\&';
const DEFAULT_VERSION = '2.5.1';
/** Longest version and processing id that are returned: others aren't any. */
const MOST_ECHOED = 20;

/** The header of a message as its sender wrote it; empty if there is none. */
class RawHeader {
  readonly separator: string;
  readonly #fields: readonly string[];

  constructor(text: string) {
    const [line = ''] = text.split('\r', 1);
    const isHeader = line.startsWith('MSH') && /^[^A-Za-z0-9\s]$/.test(line[3] ?? '');
    this.separator = (isHeader && line[3]) || '|';
    // MSH-1 is the separator itself.
    this.#fields = isHeader ? ['MSH', this.separator, ...line.split(this.separator).slice(1)] : [];
  }

  of(field: keyof typeof FIELD): string {
    return this.#fields[FIELD[field]] ?? '';
  }

  get encoding(): string {
    return /^[^A-Za-z0-9\s]{2,5}$/.test(this.of('encoding')) ? this.of('encoding') : DEFAULT_ENCODING;
  }

  short(field: 'version' | 'processing', fallback: string): string {
    const value = this.of(field);
    return value === '' || value.length > MOST_ECHOED ? fallback : value;
  }
}

/**
 * Returns whether a condition of MSH-15 or MSH-16 (table 0155) asks for an acknowledgement.
 * @param otherwise for no condition
 */
function asks(condition: string, isRefused: boolean, otherwise: boolean): boolean {
  if (condition === '') return otherwise;
  return condition === 'ER' ? isRefused : condition === 'SU' ? !isRefused : condition !== 'NE';
}

/**
 * Returns in which mode a message is answered; undefined: its sender wants no answer. One that wants none that its
 * message was stored may want one of the application: what is stored will be applied.
 */
function modeOf(header: RawHeader, isRefused: boolean): keyof typeof CODES | undefined {
  const [accept, application] = [header.of('accept'), header.of('application16')];
  if (accept === '' && application === '') return 'original';
  if (asks(accept, isRefused, true)) return 'enhanced';
  return asks(application, isRefused, false) ? 'original' : undefined;
}

/** HL7's form of the time, with the offset of UTC. */
const timestamp = () => `${now().slice(0, 19).replaceAll(/[-T:]/g, '')}+0000`;

/** Returns whether a version has the fields of an error that 2.5 brought. */
const hasErrorFields = (version: string) => Number.parseFloat(version) >= 2.5;

/** Returns ERR: up to 2.4 its only field has a component for each part. */
function errorSegment(
  { condition, field, text }: Refusal,
  version: string,
  { separator, encoding }: RawHeader,
): string {
  const [component = '^', , , sub = '&'] = encoding;
  const place = ['MSH', '1', ...(field === undefined ? [] : [String(field)])];
  const code = String(condition);
  if (!hasErrorFields(version)) {
    const [segment, sequence, position = ''] = place;
    return ['ERR', [segment, sequence, position, [code, text].join(sub)].join(component)].join(separator);
  }
  const coded = [code, CONDITIONS[condition], 'HL70357'].join(component);
  return ['ERR', '', place.join(component), coded, 'E', '', '', '', text].join(separator);
}

/**
 * Returns the acknowledgement of a message, in Latin-1 if what it repeats of the header allows; undefined if its sender
 * wants none (MSH-15, MSH-16).
 * @param text the message; any text if it is none
 * @param refusal undefined: it is stored
 */
export function acknowledge(text: string, refusal?: Refusal): Buffer | undefined {
  const header = new RawHeader(text);
  const mode = modeOf(header, refusal !== undefined);
  if (mode === undefined) return undefined;
  const { separator, encoding } = header;
  const component = encoding[0] ?? '^';
  const version = header.short('version', DEFAULT_VERSION);
  const trigger = header.of('type').split(component)[1] ?? '';
  const code = CODES[mode][refusal?.kind ?? 'accept'];
  const type = trigger === '' ? ['ACK'] : ['ACK', trigger, ...(hasErrorFields(version) ? ['ACK'] : [])];
  const head = [
    'MSH',
    encoding,
    header.of('receivingApplication'),
    header.of('receivingFacility'),
    header.of('application'),
    header.of('facility'),
    timestamp(),
    '',
    type.join(component),
    randomUUID().replaceAll('-', '').slice(0, 20),
    header.short('processing', 'P'),
    version,
    ...Array<string>(FIELD.characterSet - FIELD.version - 1).fill(''),
    header.of('characterSet'),
  ];
  const said = ['MSA', code, header.of('controlId'), ...(refusal ? [refusal.text] : [])];
  const lines = [head.join(separator).replace(new RegExp(`\\${separator}+$`), ''), said.join(separator)];
  if (refusal) lines.push(errorSegment(refusal, version, header));
  return Buffer.from(`${lines.join('\r')}\r`, /^8859/.test(header.of('characterSet')) ? 'latin1' : 'utf8');
}
