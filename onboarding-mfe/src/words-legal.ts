import { defineWords } from 'shared-ui';
import en from './locales/legal.en.json';
import fr from './locales/legal.fr.json';

/** Translations of the legal screens, loaded with these screens rather than with onboarding's first one. */
export const words = defineWords('onboarding-legal', { en, fr });
