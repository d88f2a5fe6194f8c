/** The pictures and documents of the demo. Their files lie in demo/media and are made by `npm run media`. */
import type { MediaDocument, Text } from '../documents.ts';

const XRAY_SIZE = { type: 'image/webp', width: 576, height: 960 };

const view = (name: string, title: Text, alt: Text): MediaDocument => ({
  id: name,
  title,
  alt,
  file: `xray-leg-${name}.webp`,
  ...XRAY_SIZE,
});

/** The views of the image picker. */
export const LEG_VIEWS: MediaDocument[] = [
  view(
    'front',
    { en: 'From the front', fr: 'De face' },
    {
      en: 'X-ray of the right lower leg from the front: the fibula, the thin bone on the outside, has a short oblique break a hand’s width above the ankle. The two ends stand almost in line. The tibia and the ankle are whole.',
      fr: 'Radiographie de la jambe droite, de face : le péroné, l’os mince du côté extérieur, présente une fracture courte et oblique à une largeur de main au-dessus de la cheville. Les deux extrémités sont presque alignées. Le tibia et la cheville sont intacts.',
    },
  ),
  view(
    'side',
    { en: 'From the side', fr: 'De profil' },
    {
      en: 'X-ray of the right lower leg and foot from the side: the fibula lies behind the tibia, its break runs across as a fine line. Heel bone and ankle are whole.',
      fr: 'Radiographie de la jambe droite et du pied, de profil : le péroné se trouve derrière le tibia et la fracture le traverse comme une ligne fine. L’os du talon et la cheville sont intacts.',
    },
  ),
  view(
    'oblique',
    { en: 'Turned', fr: 'De biais' },
    {
      en: 'X-ray of the right lower leg, turned a little: the fibula stands free beside the tibia and shows the gap of the break.',
      fr: 'Radiographie de la jambe droite, un peu tournée : le péroné est dégagé du tibia et montre l’espace de la fracture.',
    },
  ),
];

const radiograph = (
  name: string,
  [width, height]: readonly [number, number],
  title: Text,
  alt: Text,
): MediaDocument => ({
  id: name,
  title,
  alt,
  file: `xray-${name}.webp`,
  type: 'image/webp',
  width,
  height,
});

const FRONT: Text = { en: 'From the front', fr: 'De face' };
const SIDE: Text = { en: 'From the side', fr: 'De profil' };
const NECK_SIZE = [576, 670] as const;

export const CHEST_VIEWS: MediaDocument[] = [
  radiograph('chest-front', [770, 770], FRONT, {
    en: 'Chest X-ray from the front. Both lungs are dark and clear between the ribs, and the heart in the middle is of normal size.',
    fr: 'Radiographie du thorax de face. Les deux poumons sont sombres et clairs entre les côtes, et le cœur, au milieu, est de taille normale.',
  }),
  radiograph('chest-side', [616, 770], SIDE, {
    en: 'Chest X-ray from the side. The lungs are clear in front of the spine and behind the heart.',
    fr: 'Radiographie du thorax de profil. Les poumons sont clairs devant la colonne et derrière le cœur.',
  }),
];

export const NECK_VIEWS: MediaDocument[] = [
  radiograph('neck-front', NECK_SIZE, FRONT, {
    en: 'X-ray of the neck from the front. The bones of the neck stand straight above each other.',
    fr: 'Radiographie du cou de face. Les os du cou sont bien droits, l’un au-dessus de l’autre.',
  }),
  radiograph('neck-side', NECK_SIZE, SIDE, {
    en: 'X-ray of the neck from the side. The bones of the neck form one smooth curve with even gaps, and none is broken.',
    fr: 'Radiographie du cou de profil. Les os du cou forment une courbe régulière avec des espaces égaux, et aucun n’est fracturé.',
  }),
];

/** Two pictures of an electrocardiogram: all leads, and the rhythm alone. */
export function heartPictures(bpm: 72 | 88): MediaDocument[] {
  return [
    {
      id: 'twelve-leads',
      title: { en: 'All twelve leads', fr: 'Douze dérivations' },
      alt: {
        en: `Electrocardiogram with twelve leads on millimetre paper, 25 mm a second and 10 mm a millivolt: a regular rhythm of ${bpm} beats a minute, with the same waves in every beat.`,
        fr: `Électrocardiogramme à douze dérivations sur papier millimétré, 25 mm par seconde et 10 mm par millivolt : un rythme régulier de ${bpm} battements par minute, avec les mêmes ondes à chaque battement.`,
      },
      file: `ecg-${bpm}-twelve-leads.svg`,
      type: 'image/svg+xml',
      width: 1039,
      height: 576,
    },
    {
      id: 'rhythm',
      title: { en: 'The rhythm, enlarged', fr: 'Rythme agrandi' },
      alt: {
        en: `Five seconds of the leads II, V1 and V5, enlarged: one beat like the next, at even distances, ${bpm} a minute.`,
        fr: `Cinq secondes des dérivations II, V1 et V5, agrandies : un battement comme l’autre, à distances égales, ${bpm} par minute.`,
      },
      file: `ecg-${bpm}-rhythm.svg`,
      type: 'image/svg+xml',
      width: 567,
      height: 454,
    },
  ];
}

/** The brain scan's report, a tagged PDF in each language. */
export const BRAIN_REPORT: MediaDocument = {
  id: 'report',
  title: { en: 'Brain scan report', fr: 'Rapport d’examen du cerveau' },
  alt: {
    en: 'The radiologist’s report, one page',
    fr: 'Le rapport de la radiologue, une page',
  },
  file: { en: 'brain-report.en.pdf', fr: 'brain-report.fr.pdf' },
  type: 'application/pdf',
  width: null,
  height: null,
};

/** A physician's portrait, an illustration. */
export function portrait(person: 'osei' | 'ortega', name: Text): MediaDocument {
  return {
    id: 'portrait',
    title: name,
    alt: { en: `Drawing of ${name.en}`, fr: `Dessin : ${name.fr}` },
    file: `portrait-${person}.svg`,
    type: 'image/svg+xml',
    width: 320,
    height: 320,
  };
}
