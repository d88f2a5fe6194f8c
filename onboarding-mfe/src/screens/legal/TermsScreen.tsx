import { legalScreen } from './legal-screen.tsx';

/** `/onboarding/terms`: the terms of use. */
export default legalScreen({ en: () => import('./terms.en.ts'), fr: () => import('./terms.fr.ts') });
