import { legalScreen } from './legal-screen.tsx';

/** `/onboarding/terms`: the terms of use. */
export default legalScreen({
  en: () => import('./documents/terms.en.ts'),
  fr: () => import('./documents/terms.fr.ts'),
});
