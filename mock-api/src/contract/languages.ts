/** What staff see and sign of the product's translations. They are texts of the build: no one's data. */
import { type Static, Type } from 'typebox';
import { Day, Language, Nullable, oneOf, shape, Words } from './parts.ts';

/** `changed`: someone has signed it, but the English text or the translation is another one since. */
export const TextState = oneOf('signed', 'unsigned', 'changed');
export type TextState = Static<typeof TextState>;

const Count = Type.Integer({ description: 'Critical texts in this state' });

/** A translated language, and how many of its critical texts are in which state. */
export const DeskLanguage = shape({ language: Language, signed: Count, unsigned: Count, changed: Count });
export type DeskLanguage = Static<typeof DeskLanguage>;

/** A critical text that a person has to review. */
export const DeskText = shape({
  id: Type.String({ description: 'Catalogue and key, such as timeline-mfe/requests:need.urgent' }),
  place: Type.String({ description: 'Where people read it, in words' }),
  english: Type.String(),
  translation: Type.String({ description: 'As staff have corrected it, or else as in this release' }),
  mark: Type.String({ description: 'Changes with the English text and the translation' }),
  state: TextState,
  signedBy: Nullable(Type.String()),
  signedOn: Nullable(Day),
});
export type DeskText = Static<typeof DeskText>;

export const LanguageTag = shape({ tag: Type.String({ maxLength: 35 }) });

/** A text that the reader has checked. */
export const TextSignature = shape({
  id: Type.String({ minLength: 1, maxLength: 120 }),
  mark: Type.String({ maxLength: 64, description: 'Of the texts as the reader has seen them' }),
  translation: Type.Optional(Words(2000)),
});
export type TextSignature = Static<typeof TextSignature>;

/** What staff have signed in a language, for the command that takes it over into a build or pack. */
export const LanguageReview = shape({
  language: Type.String(),
  texts: Type.Array(
    shape({
      id: Type.String(),
      english: Type.String(),
      translation: Type.String(),
      replaces: Type.String({ description: 'The translation in this release' }),
      by: Type.String(),
      on: Day,
    }),
  ),
});
