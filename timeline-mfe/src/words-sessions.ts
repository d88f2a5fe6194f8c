import { defineWords } from 'shared-ui';
import en from './locales/sessions.en.json';
import fr from './locales/sessions.fr.json';

/** The words of where a person is signed in: apart from the others, because the home screen has no use for them. */
export const words = defineWords('timeline-sessions', { en, fr });
