import assert from 'node:assert/strict';
import { it } from 'node:test';
import { urgencyOf } from './urgency.ts';

const URGENT = [
  'I have chest pain',
  'My chest feels very tight',
  'I can’t breathe well',
  'It is hard to breathe',
  'shortness of breath',
  'My wound is BLEEDING again',
  'I fell in the bathroom',
  'He’s fallen out of bed',
  'I cannot move my left arm',
  'My tongue is swelling',
  'I want to die',
  'This is an emergency',
  'J’ai une douleur à la poitrine',
  'Ça serre dans la poitrine',
  'J’ai de la misère à respirer',
  'Je n’arrive pas à respirer',
  'Je suis essoufflée',
  'Ça saigne beaucoup',
  'Je suis tombé',
  'J’ai fait une chute',
  'Je ne suis plus capable de parler',
  'C’est une urgence',
];

const ROUTINE = [
  '',
  'A glass of water, please',
  'When is my blood test?',
  'I can’t fall asleep',
  'It’s not urgent: I’d like a newspaper',
  'May I have a chest of drawers?',
  'Je voudrais de l’eau',
  'Quand est ma prise de sang?',
  'Ce n’est pas urgent',
  'J’ai mal au coeur',
];

for (const text of URGENT)
  it(`urgencyOf is urgent for “${text}”`, () => assert.equal(urgencyOf({ kind: 'other', text }), 'urgent'));

for (const text of ROUTINE)
  it(`urgencyOf is routine for “${text}”`, () => assert.equal(urgencyOf({ kind: 'request', text }), 'routine'));

it('urgencyOf is urgent for a severe pain only', () => {
  const levels = Array.from({ length: 11 }, (_, level) => level);
  const urgent = levels.filter((level) => urgencyOf({ kind: 'pain', level }) === 'urgent');
  assert.deepEqual(urgent, [7, 8, 9, 10]);
  assert.equal(urgencyOf({ kind: 'pain', level: 3, text: 'in my chest, it is a pain' }), 'urgent');
});
