/**
 * The demo's results. Blood reference ranges (docs/product-rules.md#constants): WBC 3.5 to 10.5, RBC 4.3 to 5.7,
 * Hb 13 to 17, platelets 150 to 450.
 */

import type { InsightsDocument, ObservationDocument, ResultDocument, Text } from '../common/documents.ts';
import { RESULT_TYPE } from '../contract.ts';
import { BRAIN_REPORT, CHEST_VIEWS, heartPictures, LEG_VIEWS, NECK_VIEWS } from './media.ts';
import { PHYSICIANS } from './people.ts';

const RANGES = {
  WBC: { en: 'White blood cells', fr: 'Globules blancs', unit: '×10⁹/L', low: 3.5, high: 10.5 },
  RBC: { en: 'Red blood cells', fr: 'Globules rouges', unit: '×10¹²/L', low: 4.3, high: 5.7 },
  Hb: { en: 'Hemoglobin', fr: 'Hémoglobine', unit: 'g/dL', low: 13, high: 17 },
  PLT: { en: 'Platelets', fr: 'Plaquettes', unit: '×10⁹/L', low: 150, high: 450 },
} as const;

function blood(values: Record<keyof typeof RANGES, number>): ObservationDocument[] {
  return (['WBC', 'RBC', 'Hb', 'PLT'] as const).map((code) => {
    const { en, fr, unit, low, high } = RANGES[code];
    return {
      id: code.toLowerCase(),
      code,
      display: { en, fr },
      valueQuantity: { value: values[code], unit },
      valueString: null,
      referenceRange: { low, high, text: null },
    };
  });
}

const beatRate = (value: number): ObservationDocument => ({
  id: 'heart-rate',
  code: 'HR',
  display: { en: 'Heart rate', fr: 'Fréquence cardiaque' },
  valueQuantity: { value, unit: '/min' },
  valueString: null,
  referenceRange: { low: 60, high: 100, text: null },
});

const rhythm: ObservationDocument = {
  id: 'rhythm',
  code: 'ECG',
  display: { en: 'Heart rhythm', fr: 'Rythme cardiaque' },
  valueQuantity: null,
  valueString: { en: 'Regular (sinus rhythm)', fr: 'Régulier (rythme sinusal)' },
  referenceRange: { low: null, high: null, text: { en: 'Regular', fr: 'Régulier' } },
};

const finding = (text: Text): ObservationDocument => ({
  id: 'finding',
  code: 'FINDING',
  display: { en: 'What the pictures show', fr: 'Ce que montrent les images' },
  valueQuantity: null,
  valueString: text,
  referenceRange: null,
});

const plain = { profileId: 1, completedAt: '{hospital}', media: [], questions: [] };
const MARCH = { performedAt: '2020-03-16T14:10:00.000Z' };

/** The three initial results, dated Mar 16, 2020 (docs/product-rules.md#story). */
export const INITIAL_RESULTS: ResultDocument[] = [
  {
    ...plain,
    ...MARCH,
    key: 'first-xray',
    media: CHEST_VIEWS,
    type: RESULT_TYPE.XRAY,
    resultsAt: '2020-03-16T15:05:00.000Z',
    name: { en: 'Chest X-ray', fr: 'Radiographie du thorax' },
    content: { en: 'Your lungs look clear.', fr: 'Vos poumons sont clairs.' },
    performer: PHYSICIANS.park,
    conclusion: {
      en: 'Both lungs are clear and your heart is of normal size. There is no sign of pneumonia.',
      fr: 'Les deux poumons sont clairs et votre cœur est de taille normale. Il n’y a aucun signe de pneumonie.',
    },
    observations: [finding({ en: 'Clear lungs, normal heart size', fr: 'Poumons clairs, cœur de taille normale' })],
  },
  {
    ...plain,
    ...MARCH,
    key: 'first-blood',
    type: RESULT_TYPE.BLOOD,
    resultsAt: '2020-03-16T15:20:00.000Z',
    name: { en: 'Blood test', fr: 'Analyse de sang' },
    content: {
      en: 'Three of your four values are in the normal range.',
      fr: 'Trois de vos quatre valeurs sont dans la normale.',
    },
    performer: PHYSICIANS.osei,
    conclusion: {
      en: 'Your white blood cells were above the normal range, which is common when the body fights an infection. The other three values were in the normal range.',
      fr: 'Vos globules blancs étaient au-dessus de la normale, ce qui est fréquent lorsque le corps combat une infection. Les trois autres valeurs étaient dans la normale.',
    },
    observations: blood({ WBC: 11.8, RBC: 4.9, Hb: 14.6, PLT: 260 }),
  },
  {
    ...plain,
    ...MARCH,
    key: 'first-ecg',
    type: RESULT_TYPE.ELECTROCARDIOGRAM,
    resultsAt: '2020-03-16T15:40:00.000Z',
    name: { en: 'Electrocardiogram (ECG)', fr: 'Électrocardiogramme (ECG)' },
    content: { en: 'Your heart beats regularly.', fr: 'Votre cœur bat régulièrement.' },
    performer: PHYSICIANS.osei,
    conclusion: {
      en: 'Your heartbeat was regular and its speed was in the normal range.',
      fr: 'Votre rythme cardiaque était régulier et sa vitesse était dans la normale.',
    },
    observations: [beatRate(72), rhythm],
    media: heartPictures(72),
  },
];

export const STORY_BLOOD: ResultDocument = {
  ...plain,
  key: 'story-blood',
  type: RESULT_TYPE.BLOOD,
  name: { en: 'Blood test', fr: 'Analyse de sang' },
  content: { en: 'All four values are in the normal range.', fr: 'Les quatre valeurs sont dans la normale.' },
  performer: PHYSICIANS.osei,
  conclusion: {
    en: 'Your white and red blood cells, hemoglobin and platelets are all in the normal range. There is no sign of anemia.',
    fr: 'Vos globules blancs et rouges, votre hémoglobine et vos plaquettes sont tous dans la normale. Il n’y a aucun signe d’anémie.',
  },
  observations: blood({ WBC: 7.2, RBC: 4.8, Hb: 14.9, PLT: 245 }),
};

export const STORY_XRAY: ResultDocument = {
  ...plain,
  key: 'story-xray',
  media: NECK_VIEWS,
  type: RESULT_TYPE.XRAY,
  name: { en: 'Neck X-ray', fr: 'Radiographie du cou' },
  content: { en: 'The X-ray shows no broken bone.', fr: 'La radiographie ne montre aucune fracture.' },
  performer: PHYSICIANS.park,
  conclusion: {
    en: 'The bones of your neck are in line, and the X-ray shows no break. Tell your care team if your neck still hurts, or if an arm feels weak or numb.',
    fr: 'Les os de votre cou sont bien alignés et la radiographie ne montre aucune fracture. Prévenez votre équipe de soins si votre cou fait encore mal, ou si un bras est faible ou engourdi.',
  },
  observations: [finding({ en: 'Bones in line, no fracture', fr: 'Os alignés, aucune fracture' })],
};

export const STORY_ECG: ResultDocument = {
  ...plain,
  key: 'story-ecg',
  type: RESULT_TYPE.ELECTROCARDIOGRAM,
  name: { en: 'Electrocardiogram (ECG)', fr: 'Électrocardiogramme (ECG)' },
  content: { en: 'Your heart beats regularly.', fr: 'Votre cœur bat régulièrement.' },
  performer: PHYSICIANS.osei,
  conclusion: {
    en: 'Your heartbeat is regular and its speed is in the normal range.',
    fr: 'Votre rythme cardiaque est régulier et sa vitesse est dans la normale.',
  },
  observations: [beatRate(88), rhythm],
  media: heartPictures(88),
};

/** The second profile's X-ray. */
export const FIBULA_XRAY: ResultDocument = {
  ...plain,
  key: 'fibula-xray',
  profileId: 2,
  type: RESULT_TYPE.XRAY,
  name: { en: 'X-ray of the right lower leg', fr: 'Radiographie de la jambe droite' },
  content: { en: 'The right fibula is broken.', fr: 'Le péroné droit est fracturé.' },
  performer: PHYSICIANS.park,
  conclusion: {
    en: 'The thinner of the two bones of the lower leg, the fibula, has a clean break. The two ends are almost in line: a boot is enough, and no operation is needed.',
    fr: 'Le plus mince des deux os de la jambe, le péroné, présente une fracture nette. Les deux extrémités sont presque alignées\u00a0: une botte suffit et aucune opération n’est nécessaire.',
  },
  observations: [
    finding({
      en: 'Fractured right fibula, ends almost in line',
      fr: 'Fracture du péroné droit, extrémités presque alignées',
    }),
  ],
  media: LEG_VIEWS,
};

/** The navigator's insights into the brain scan: a plain-language summary, and explanations of the report's terms. */
const BRAIN_INSIGHTS: InsightsDocument = {
  paragraphs: [
    {
      en: 'Your scan looks normal. The radiologist found no bleeding, no swelling and no broken bone in your skull.',
      fr: 'Votre examen est normal. La radiologiste n’a trouvé ni saignement, ni enflure, ni os fracturé dans votre crâne.',
    },
    {
      en: 'You still have a headache and feel dizzy because the fall shook your brain. This is called a mild concussion. A scan cannot show it; your doctor recognises it by how you feel.',
      fr: 'Vous avez encore mal à la tête et des étourdissements parce que la chute a secoué votre cerveau. C’est ce qu’on appelle une commotion cérébrale légère. Un examen ne peut pas la montrer; votre médecin la reconnaît à ce que vous ressentez.',
    },
    {
      en: 'You do not need another scan unless you feel worse. Most people are well again within a few weeks; your care plan says what helps.',
      fr: 'Vous n’avez pas besoin d’un autre examen, sauf si vous vous sentez plus mal. La plupart des gens vont bien de nouveau en quelques semaines; votre plan de soins indique ce qui aide.',
    },
  ],
  terms: [
    {
      term: { en: 'CT (computed tomography)', fr: 'TDM (tomodensitométrie)' },
      meaning: {
        en: 'X-rays from many sides, put together into pictures of slices through the head.',
        fr: 'Des rayons X pris de plusieurs côtés et assemblés en images de tranches de la tête.',
      },
    },
    {
      term: { en: 'Grey and white matter', fr: 'Substance grise et substance blanche' },
      meaning: {
        en: 'The two kinds of tissue that the brain is made of. They look as they should.',
        fr: 'Les deux sortes de tissu dont le cerveau est fait. Elles ont l’aspect attendu.',
      },
    },
    {
      term: { en: 'Shift of the midline', fr: 'Déplacement de la ligne médiane' },
      meaning: {
        en: 'One half of the brain pushing the other aside. Yours are where they belong.',
        fr: 'Une moitié du cerveau qui pousse l’autre de côté. Les vôtres sont à leur place.',
      },
    },
    {
      term: { en: 'Ventricles', fr: 'Ventricules' },
      meaning: {
        en: 'Chambers in the brain that hold fluid. Yours are of normal size.',
        fr: 'Des cavités du cerveau remplies de liquide. Les vôtres sont de taille normale.',
      },
    },
    {
      term: { en: 'Mild concussion', fr: 'Commotion cérébrale légère' },
      meaning: {
        en: 'The brain was shaken and needs rest. It usually heals by itself.',
        fr: 'Le cerveau a été secoué et a besoin de repos. Il guérit habituellement de lui-même.',
      },
    },
  ],
};

/**
 * The brain scan: a plain-language summary and ten questions to ask a doctor
 * (docs/product-rules.md#results-and-care-plans).
 */
export const STORY_BRAIN: ResultDocument = {
  ...plain,
  key: 'story-brain',
  type: RESULT_TYPE.BRAIN,
  name: { en: 'Brain scan (CT)', fr: 'Scan du cerveau (TDM)' },
  content: { en: 'No bleeding and no swelling was found.', fr: 'Aucun saignement ni enflure n’a été trouvé.' },
  performer: PHYSICIANS.raman,
  conclusion: {
    en: 'The scan of your head looks normal. There is no bleeding, no swelling and no broken bone. Your headache and dizziness fit a mild concussion: the brain was shaken by the fall and needs rest. Most people feel well again within a few weeks.',
    fr: 'L’examen de votre tête est normal. Il n’y a ni saignement, ni enflure, ni os fracturé. Votre mal de tête et vos étourdissements correspondent à une commotion cérébrale légère\u00a0: le cerveau a été secoué par la chute et a besoin de repos. La plupart des gens se sentent bien de nouveau en quelques semaines.',
  },
  observations: [
    finding({
      en: 'No bleeding, no swelling, no skull fracture',
      fr: 'Aucun saignement, aucune enflure, aucune fracture du crâne',
    }),
  ],
  media: [BRAIN_REPORT],
  insights: BRAIN_INSIGHTS,
  questions: [
    {
      en: 'What is a concussion, and how serious is mine?',
      fr: 'Qu’est-ce qu’une commotion, et la mienne est\u2011elle grave?',
    },
    {
      en: 'How long will the headache and dizziness last?',
      fr: 'Combien de temps dureront le mal de tête et les étourdissements?',
    },
    {
      en: 'Which signs mean that I should come back at once?',
      fr: 'Quels signes doivent me faire revenir tout de suite?',
    },
    { en: 'Do I need another scan?', fr: 'Ai-je besoin d’un autre examen?' },
    {
      en: 'What may I take for the pain, and what should I avoid?',
      fr: 'Que puis-je prendre contre la douleur, et que dois-je éviter?',
    },
    { en: 'When can I drive again?', fr: 'Quand pourrai-je conduire de nouveau?' },
    { en: 'When can I go back to work or to school?', fr: 'Quand pourrai-je retourner au travail ou à l’école?' },
    { en: 'When can I do sports again?', fr: 'Quand pourrai-je refaire du sport?' },
    { en: 'How much may I look at screens?', fr: 'Combien de temps puis-je passer devant un écran?' },
    {
      en: 'Whom do I call if I am worried at night?',
      fr: 'Qui dois-je appeler si j’ai des inquiétudes pendant la nuit?',
    },
  ],
};
