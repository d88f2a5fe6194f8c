import { legalScreen } from './legal-screen.tsx';

/** `/onboarding/privacy`: the privacy policy. */
export default legalScreen({
  en: () => import('./documents/privacy.en.ts'),
  fr: () => import('./documents/privacy.fr.ts'),
});
