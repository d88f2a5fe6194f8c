/** Whom a message is about, before anybody knows whether these people are patients here. */
import type { Hl7Message, Hl7Segment } from '@medplum/core';
import { type FieldValue, repetitionsOf } from './message.ts';

/** Components of an identifier (CX): the number, who gave it, and of which type it is. */
const [NUMBER, AUTHORITY, TYPE] = [1, 4, 5] as const;

/** Segment -> field with the person's numbers: the person, and the record that a merge retires. */
const NUMBERS = { PID: 3, MRG: 1 } as const;

/**
 * Returns the numbers of a person among the identifiers of a field, as `AUTHORITY|NUMBER`: those of the type, or those
 * without one if no identifier has it.
 */
function numbersIn(identifiers: readonly FieldValue[], type: string): string[] {
  const typed = identifiers.filter((identifier) => identifier.text(TYPE) === type);
  const chosen = typed.length > 0 ? typed : identifiers.filter((identifier) => identifier.text(TYPE) === undefined);
  return chosen.flatMap((identifier) => {
    const number = identifier.text(NUMBER);
    return number === undefined ? [] : [`${identifier.text(AUTHORITY, 1) ?? ''}|${number}`];
  });
}

/**
 * Returns everybody whom a message names: a swap of beds names two people, a merge both records.
 * @param type of the identifier that is the person's, such as MR
 */
export function peopleOf(message: Hl7Message, type: string): string[] {
  const names = Object.entries(NUMBERS) as [keyof typeof NUMBERS, number][];
  const people = names.flatMap(([segment, field]) =>
    message.getAllSegments(segment).flatMap((found: Hl7Segment) => numbersIn(repetitionsOf(found, field), type)),
  );
  return [...new Set(people)];
}
