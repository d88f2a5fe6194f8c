import type { Random } from './random.ts';

export interface Person {
  /** Record number: identifies the person in every message. */
  recordNumber: string;
  family: string;
  given: string;
  /** Year, month and day as eight digits. */
  birthDate: string;
  gender: 'F' | 'M' | 'U';
  /** As somebody typed it at admission. */
  phone: string;
  /** Language code of PID-15. */
  language: 'en' | 'fr';
}

const FAMILY_NAMES = [
  ...['Abara', "O'Dell", 'Bélanger', 'Côté', 'Dhillon', 'Desrosiers', 'Ferreira', 'Gagné', 'Haddad', 'Ivanova'],
  ...['Joly', 'Kowalczyk', 'Lévesque', 'MacIsaac', 'Nakamura', 'Ouellet', 'Papadakis', 'Quesnel', 'Rahman', 'Sinclair'],
  ...['Thériault', 'Umar', 'Vachon', 'Whitebear', 'Xu', 'Youssef', 'Zamora', 'Smith-Laforêt', 'de la Cruz', 'Müller'],
];
const GIVEN_NAMES: Record<Person['gender'], readonly string[]> = {
  F: [
    'Adèle',
    'Bianca',
    'Chloé',
    'Devi',
    'Esther',
    'Françoise',
    'Grace',
    'Hélène',
    'Imani',
    'Joan',
    'Marie-Ève',
    'Noor',
  ],
  M: ['Alain', 'Baljit', 'Cedric', 'Dmitri', 'Étienne', 'Farid', 'George', 'Hiro', 'Isaac', 'Jérôme', 'Kofi', 'Liam'],
  U: ['Alex', 'Camille', 'Dominique', 'Kim', 'Robin', 'Sasha'],
};

/** Returns a made-up person. Similar names are frequent, as in a real hospital. */
export function makePerson(random: Random, recordNumber: string): Person {
  const gender = random.chance(0.02) ? 'U' : random.pick(['F', 'M'] as const);
  const year = random.integer(1931, 2008);
  const [month, day] = [random.integer(1, 12), random.integer(1, 28)].map((part) => String(part).padStart(2, '0'));
  return {
    recordNumber,
    family: random.pick(FAMILY_NAMES),
    given: random.pick(GIVEN_NAMES[gender]),
    birthDate: `${year}${month}${day}`,
    gender,
    // The range that is set aside for made-up numbers.
    phone: `(613) 555-01${String(random.integer(0, 99)).padStart(2, '0')}`,
    language: random.chance(0.3) ? 'fr' : 'en',
  };
}
