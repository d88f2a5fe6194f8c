/**
 * Messages of HL7 version 2: their header, and what a field says. The parser splits them; here escapes are undone, and
 * "leave it as it is" (empty or missing) and "delete it" (two quotation marks) differ.
 */
import { Hl7Context, Hl7Message, type Hl7Segment } from '@medplum/core';
import { unescapeText } from './escapes.ts';

export interface FeedHeader {
  /** Message and event, such as `ADT^A01`. */
  type: string;
  /** MSH-10. */
  controlId: string;
  /** MSH-3.1. */
  application: string;
  /** MSH-4.1. */
  facility: string;
  /** MSH-12.1, such as `2.5.1`. */
  version: string;
  /** MSH-7 as it was written. */
  sentAt: string;
  /** MSH-18 as it was written, such as `8859/1`; empty if the sender names none. */
  characterSet: string;
  /** Whether the sender wants the acknowledgements of the enhanced mode (MSH-15 or MSH-16). */
  isEnhanced: boolean;
}

export interface FeedMessage {
  header: FeedHeader;
  message: Hl7Message;
}

/** Why text is no message that can be read. */
export type FeedFault =
  | 'no MSH segment'
  | 'a batch of messages'
  | 'separators in MSH-1 and MSH-2'
  | 'no message type in MSH-9'
  | 'no control id in MSH-10'
  | 'a line that is no segment';

/** A message that can't be read, with as much of its header as an acknowledgement needs. */
export interface UnreadableMessage {
  fault: FeedFault;
  header: FeedHeader | null;
}

/** Text; null for two quotation marks, which delete; undefined for nothing, which leaves it as it is. */
export type Said = string | null | undefined;

const DELETE = '""';

/** One repetition of a field. */
export class FieldValue {
  readonly #components: readonly string[];
  readonly #context: Hl7Context;

  constructor(components: readonly string[], context: Hl7Context) {
    this.#components = components;
    this.#context = context;
  }

  /**
   * Returns what a component says, or one subcomponent of it; both count from 1. The whole component has the separators
   * of subcomponents that its writer forgot to escape.
   */
  at(component: number, subcomponent?: number): Said {
    const raw = this.#components[component - 1] ?? '';
    if (subcomponent === undefined) return this.#said(raw);
    return this.#said(raw.split(this.#context.subcomponentSeparator)[subcomponent - 1] ?? '');
  }

  /** Returns the same; undefined also for what is deleted. */
  text(component: number, subcomponent?: number): string | undefined {
    return this.at(component, subcomponent) ?? undefined;
  }

  /**
   * Returns the whole of a text, with separators that its writer forgot to escape, and with spaces around it, which
   * align lines.
   */
  get whole(): Said {
    const raw = this.#components.join(this.#context.componentSeparator);
    if (raw.trim() === DELETE) return null;
    return raw.trim() === '' ? undefined : unescapeText(raw, this.#context);
  }

  /** Whether it says nothing at all. */
  get isEmpty(): boolean {
    return this.#components.every((component) => component.trim() === '');
  }

  /** Whether the whole field is to be deleted. */
  get isDeleted(): boolean {
    return this.#components.some((part) => part.trim() === DELETE) && this.#components.every(isNothing);
  }

  #said(raw: string): Said {
    const trimmed = raw.trim();
    if (trimmed === DELETE) return null;
    return trimmed === '' ? undefined : unescapeText(trimmed, this.#context).trim() || undefined;
  }
}

const isNothing = (part: string): boolean => ['', DELETE].includes(part.trim());

/** Returns all repetitions of a field, empty ones too; none if the field or the segment is missing. */
export function repetitionsOf(segment: Hl7Segment | undefined, field: number): FieldValue[] {
  const found: { components: string[][] } | undefined = segment?.getField(field);
  return segment && found ? found.components.map((components) => new FieldValue(components, segment.context)) : [];
}

const NOTHING = new FieldValue([], new Hl7Context());

/** Returns the first repetition of a field; an empty one if the field or the segment is missing. */
export const fieldOf = (segment: Hl7Segment | undefined, field: number): FieldValue =>
  repetitionsOf(segment, field)[0] ?? NOTHING;

const SEGMENT_NAME = /^[A-Z][A-Z0-9]{2}$/;

/**
 * Returns the lines of a message that are segments. A line without a separator is what follows a line end that the
 * sender forgot to escape. Returns undefined if another line is no segment: what belongs to what is unclear then.
 */
function segmentLines(text: string, { fieldSeparator, escapeCharacter }: Hl7Context): string[] | undefined {
  const lines: string[] = [];
  for (const line of text.split(/[\r\n]+/)) {
    if (line.trim() === '') continue;
    const [name = ''] = line.split(fieldSeparator, 1);
    if (SEGMENT_NAME.test(name)) lines.push(line);
    else if (line.includes(fieldSeparator)) return undefined;
    else lines.push(`${lines.pop() ?? ''}${escapeCharacter}.br${escapeCharacter}${line}`);
  }
  return lines;
}

/** Returns the separators that a header names; undefined if they can't be separators, or differ too little. */
function contextOf(text: string): Hl7Context | undefined {
  const fieldSeparator = text.charAt(3);
  const encoding = text.slice(4, text.indexOf(fieldSeparator, 4));
  const all = [fieldSeparator, ...encoding];
  const isUsable = /^[^\p{L}\p{N}\s"]{4,6}$/u.test(all.join('')) && new Set(all).size === all.length;
  if (!isUsable || encoding.length < 3) return undefined;
  const [component, repetition, escapeCharacter, subcomponent = fieldSeparator] = encoding;
  return new Hl7Context('\r', fieldSeparator, component, repetition, escapeCharacter, subcomponent);
}

/** Some senders of events write only the message in MSH-9, and the event in EVN-1. */
function typeOf(message: Hl7Message): string {
  const type = fieldOf(message.header, 9);
  const event = type.text(2) ?? fieldOf(message.getSegment('EVN'), 1).text(1);
  return [type.text(1) ?? '', event ?? ''].join('^').replace(/\^$/, '');
}

function headerOf(message: Hl7Message): FeedHeader {
  const textOf = (field: number) => fieldOf(message.header, field).text(1) ?? '';
  return {
    type: typeOf(message),
    controlId: textOf(10),
    application: textOf(3),
    facility: textOf(4),
    version: textOf(12),
    sentAt: textOf(7),
    characterSet: textOf(18),
    isEnhanced: textOf(15) !== '' || textOf(16) !== '',
  };
}

/** Returns the message in decoded text, or why it can't be read. Never throws. */
export function readMessage(text: string): FeedMessage | UnreadableMessage {
  const start = text.replace(/^[\uFEFF\s]+/, '');
  if (/^[FB]HS/.test(start)) return { fault: 'a batch of messages', header: null };
  if (!start.startsWith('MSH')) return { fault: 'no MSH segment', header: null };
  const context = contextOf(start);
  if (!context) return { fault: 'separators in MSH-1 and MSH-2', header: null };
  const lines = segmentLines(start, context);
  const message = new Hl7Message(lines ?? start.split(/[\r\n]/, 1), context);
  const header = headerOf(message);
  if (!lines) return { fault: 'a line that is no segment', header };
  // Two messages in one would mix two people's segments.
  if (message.getAllSegments('MSH').length > 1) return { fault: 'a batch of messages', header };
  if (header.type === '' || header.type.startsWith('^')) return { fault: 'no message type in MSH-9', header };
  return header.controlId === '' ? { fault: 'no control id in MSH-10', header } : { header, message };
}

export const isReadable = (read: FeedMessage | UnreadableMessage): read is FeedMessage => 'message' in read;
