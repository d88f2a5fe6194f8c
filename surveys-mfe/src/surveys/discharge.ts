import type { SurveyForm } from './question.ts';

/** Discharge survey. Nothing is required (docs/product-rules.md#surveys). */
export const discharge: SurveyForm = {
  intro: 'intro.discharge',
  questions: [
    { kind: 'rating', name: 'rating', label: 'discharge.rating' },
    { kind: 'option', name: 'qualityOption', label: 'discharge.quality', scale: 'quality' },
    { kind: 'option', name: 'confidentOption', label: 'discharge.confident', scale: 'confident' },
    { kind: 'comment', name: 'confidentComments', label: 'discharge.confidentComments' },
  ],
};
