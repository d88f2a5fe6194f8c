import { defineWords } from 'shared-ui';
import en from './locales/passkeys.en.json';
import fr from './locales/passkeys.fr.json';

/** Translations for passkeys, in a separate file because the home screen doesn't need them. */
export const words = defineWords('timeline-passkeys', { en, fr });
