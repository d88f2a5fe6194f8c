import { defineWords } from 'shared-ui';
import en from './locales/account.en.json';
import fr from './locales/account.fr.json';

/** Translations of the account screens, separate because the welcome screen doesn't need them. */
export const words = defineWords('onboarding-account', { en, fr });
