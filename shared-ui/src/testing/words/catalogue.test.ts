import { isMisspaced } from './catalogue.ts';

test.each([
  'De quoi s’agit\u2011il ?',
  'De quoi s’agit\u2011il\u00a0?',
  'Bravo\u202f!',
  'Un examen ne la montre pas ; un médecin, oui.',
  'Questions : {{support}}',
  'Questions: {{support}}',
  '{{name}}: résultats',
  'Le bouton « Effacer »',
  'Le bouton «Effacer»',
  '50 %',
  '50%',
  'De quoi s’agit-il?',
])('isMisspaced finds the wrong space or line break in "%s"', (text) => {
  expect(isMisspaced(text)).toBe(true);
});

test.each([
  'De quoi s’agit\u2011il?',
  'Bravo!',
  'Un examen ne la montre pas; un médecin, oui.',
  'Questions\u00a0: {{support}}',
  'Le bouton «\u00a0Effacer\u00a0»',
  '50\u00a0%',
  'un caractère spécial (-@$!%*#?&)',
  'https://hospital.example',
])('isMisspaced accepts "%s"', (text) => {
  expect(isMisspaced(text)).toBe(false);
});
