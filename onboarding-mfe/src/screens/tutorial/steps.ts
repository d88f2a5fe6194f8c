/** The tutorial's twelve steps (specification, section 9), as their keys in the words. */
export const STEPS = [
  'step1',
  'step2',
  'step3',
  'step4',
  'step5',
  'step6',
  'step7',
  'step8',
  'step9',
  'step10',
  'step11',
  'step12',
] as const;
