import type { SurveyKind } from 'shared-ui/contract';

/** Events of the demo's story that ask for a survey, matched by name in either language. */
export const EVENTS: Record<SurveyKind, RegExp> = {
  admission: /your admission|votre admission/i,
  blood: /your blood test explained|votre analyse de sang/i,
  ecg: /your ECG explained|votre ECG a/i,
  discharge: /your stay|votre séjour/i,
};

/** Returns the text typed into a field. */
export const textOf = (which: 'first' | 'last', field: number) =>
  `${which === 'first' ? 'Kind' : 'Very kind'} people <${field}> é & more`;
