import { legalScreen } from './legal-screen.tsx';

/** `/onboarding/privacy`: the privacy policy. */
export default legalScreen({ en: () => import('./privacy.en.ts'), fr: () => import('./privacy.fr.ts') });
