import { countText, fleschKincaidGrade, kandelMolesEase } from './reading-level.ts';

test.each([
  ['en', 'Take one tablet at home.', { sentences: 1, words: 5, syllables: 6 }],
  ['en', '{{count}} points. Call us!', { sentences: 2, words: 3, syllables: 3 }],
  ['fr', 'Prenez une pomme à la maison.', { sentences: 1, words: 6, syllables: 8 }],
] as const)('countText counts %s: %s', (locale, text, counts) => {
  expect(countText([text], locale)).toEqual(counts);
});

test('fleschKincaidGrade rates a leaflet lower than a specialist’s letter', () => {
  expect(fleschKincaidGrade(['Rest for two days. Drink a lot of water. Call us if you feel worse.'])).toBeLessThan(3);
  expect(
    fleschKincaidGrade(['Administration of anticoagulant medication necessitates periodic laboratory monitoring.']),
  ).toBeGreaterThan(12);
});

test('kandelMolesEase rates a leaflet easier than a specialist’s letter', () => {
  expect(
    kandelMolesEase(['Reposez-vous deux jours. Buvez beaucoup d’eau. Appelez-nous si ça va mal.']),
  ).toBeGreaterThan(70);
  expect(
    kandelMolesEase(['L’administration d’anticoagulants nécessite une surveillance hématologique périodique.']),
  ).toBeLessThan(40);
});
