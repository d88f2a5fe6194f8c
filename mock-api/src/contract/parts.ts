/** Building blocks of the contract's schemas. */
import { ALL_LANGUAGES } from 'shared-ui/contract/languages';
import { type TProperties, type TSchema, Type } from 'typebox';

export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
export const oneOf = <const Names extends readonly string[]>(...names: Names) =>
  Type.Unsafe<Names[number]>(Type.Union(names.map((name) => Type.Literal(name))));
export const oneOfOrNull = <const Names extends readonly string[]>(...names: Names) =>
  Type.Unsafe<Names[number] | null>(Type.Union([...names.map((name) => Type.Literal(name)), Type.Null()]));
/** Id that a client chooses for what it sends, so that sending it again stores nothing twice. */
export const ClientId = Type.String({
  pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$',
  description: 'A UUID that the client has chosen',
});
export const Time = Type.String({ format: 'date-time' });
/** A day, without time: YYYY-MM-DD. */
export const Day = Type.String({ format: 'date' });
/** An object with these properties and no others. */
export const shape = <P extends TProperties>(properties: P, options: { description?: string } = {}) =>
  Type.Object(properties, { additionalProperties: false, ...options });

/** A phone number with its dial code: 10 to 15 digits, separators allowed. */
export const PHONE_PATTERN = '^\\+?(?:[ .()-]*[0-9]){10,15}$';

/** A language of the product, as the tag of BCP 47. */
export const Language = oneOf(...ALL_LANGUAGES);

/** How to talk with a person: who needs an interpreter, or has chosen another language than English or French. */
export const Speaks = shape({ language: Language, needsInterpreter: Type.Boolean() });

/** Second identifiers of a patient: date of birth, room and ward. For the desk only. */
export const identifiers = {
  dateOfBirth: Type.Optional(Nullable(Day)),
  room: Type.Optional(Nullable(Type.String({ maxLength: 40 }))),
  ward: Type.Optional(Nullable(Type.String({ maxLength: 40 }))),
};

/** Ajv's name of the rule for email addresses, which the setting EMAIL_FORMAT decides. */
export const EMAIL_ADDRESS = 'email-address';
export const Email = Type.String({ maxLength: 254, format: EMAIL_ADDRESS });
/** Ajv's name of the rule for new passwords, which the setting PASSWORD_RULE decides. */
export const NEW_PASSWORD = 'new-password';
export const Password = Type.String({ maxLength: 256, format: NEW_PASSWORD });
export const PhoneNumber = Type.String({ maxLength: 24, pattern: PHONE_PATTERN });
/** Ajv's name of the rule for names: no links, email addresses or phone numbers. */
export const PLAIN_NAME = 'plain-name';
/** A person's name: it appears in texts and emails to others. */
export const PersonName = (maxLength: number) => Type.String({ maxLength, pattern: '\\S', format: PLAIN_NAME });
export const Words = (maxLength: number) => Type.String({ maxLength, pattern: '\\S' });

/** In lists and on the patient's page, where staff choose or check a patient. */
export const namesake = {
  hasSimilarName: Type.Optional(
    Type.Literal(true, { description: 'Another patient has the same or a similar name: check the birth date' }),
  ),
};

/** Id of the template that was inserted: what staff left unchanged is sent to each reader in their language. */
export const TemplateId = Type.String({ minLength: 1, maxLength: 64 });

/**
 * Language (BCP 47, `und` if unknown) of a text that is not in the reader's language: it is in the hospital's words, or
 * not translated yet. Absent for all others.
 */
export const ForeignLanguage = Type.Optional(Type.String());
