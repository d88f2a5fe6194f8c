import { defineWords } from 'shared-ui';
import en from './locales/en.json';
import fr from './locales/fr.json';
import screensEn from './locales/screens.en.json';
import screensFr from './locales/screens.fr.json';

/** Texts of the screens that load on demand, with those of home: home alone loads less. */
export const words = defineWords('timeline-screens', { en: { ...en, ...screensEn }, fr: { ...fr, ...screensFr } });
