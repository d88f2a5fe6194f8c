import { defineWords } from 'shared-ui';
import en from './locales/passkeys.en.json';
import fr from './locales/passkeys.fr.json';

/** The words of a person's passkeys: apart from the others, because the home screen has no use for them. */
export const words = defineWords('timeline-passkeys', { en, fr });
