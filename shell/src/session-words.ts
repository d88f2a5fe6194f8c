import { defineWords } from 'shared-ui';
import en from './locales/en.json';
import fr from './locales/fr.json';
import sessionEn from './locales/session.en.json';
import sessionFr from './locales/session.fr.json';

/** Texts of the menu, of signing out and of a session's end, which load on demand, with the shell's other texts. */
export const words = defineWords('shell-session', { en: { ...en, ...sessionEn }, fr: { ...fr, ...sessionFr } });
