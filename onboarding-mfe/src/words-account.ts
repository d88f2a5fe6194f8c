import { defineWords } from 'shared-ui';
import en from './locales/account.en.json';
import fr from './locales/account.fr.json';

/** The words of everything about accounts: apart from the others, because the welcome screen has no use for them. */
export const words = defineWords('onboarding-account', { en, fr });
