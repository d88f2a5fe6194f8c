/**
 * The demo's results. What a physician wrote is here in English and French, as a hospital's system would send it; all
 * else is in every language. Blood reference ranges (docs/product-rules.md#constants): WBC 3.5 to 10.5, RBC 4.3 to 5.7,
 * Hb 13 to 17, platelets 150 to 450.
 */

import type { InsightsDocument, ObservationDocument, ResultDocument, Text } from '../common/documents.ts';
import { RESULT_TYPE } from '../contract.ts';
import { BRAIN_REPORT, CHEST_VIEWS, heartPictures, LEG_VIEWS, NECK_VIEWS } from './media.ts';
import { PHYSICIANS } from './people.ts';
import { REPORTED_RESULT } from './reported.ts';
import { say } from './words.ts';

const RANGES = {
  WBC: { unit: '×10⁹/L', low: 3.5, high: 10.5 },
  RBC: { unit: '×10¹²/L', low: 4.3, high: 5.7 },
  Hb: { unit: 'g/dL', low: 13, high: 17 },
  PLT: { unit: '×10⁹/L', low: 150, high: 450 },
} as const;

function blood(values: Record<keyof typeof RANGES, number>): ObservationDocument[] {
  return (['WBC', 'RBC', 'Hb', 'PLT'] as const).map((code) => {
    const { unit, low, high } = RANGES[code];
    return {
      id: code.toLowerCase(),
      code,
      display: say(`value.${code}`),
      valueQuantity: { value: values[code], unit },
      valueString: null,
      referenceRange: { low, high, text: null },
    };
  });
}

const beatRate = (value: number): ObservationDocument => ({
  id: 'heart-rate',
  code: 'HR',
  display: say('value.HR'),
  valueQuantity: { value, unit: '/min' },
  valueString: null,
  referenceRange: { low: 60, high: 100, text: null },
});

const rhythm: ObservationDocument = {
  id: 'rhythm',
  code: 'ECG',
  display: say('value.rhythm'),
  valueQuantity: null,
  valueString: say('value.regular'),
  referenceRange: { low: null, high: null, text: say('value.regularRange') },
};

const finding = (text: Text): ObservationDocument => ({
  id: 'finding',
  code: 'FINDING',
  display: say('value.finding'),
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
    name: say('result.chest.name'),
    content: say('result.chest.content'),
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
    name: say('result.blood.name'),
    content: say('result.blood.first'),
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
    name: say('result.ecg.name'),
    content: say('result.ecg.content'),
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
  key: REPORTED_RESULT,
  type: RESULT_TYPE.BLOOD,
  name: say('result.blood.name'),
  content: say('result.blood.story'),
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
  name: say('result.neck.name'),
  content: say('result.neck.content'),
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
  name: say('result.ecg.name'),
  content: say('result.ecg.content'),
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
  name: say('result.leg.name'),
  content: say('result.leg.content'),
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
  paragraphs: [say('insights.normal'), say('insights.concussion'), say('insights.next')],
  terms: [
    {
      term: say('insights.ct'),
      meaning: say('insights.ct.meaning'),
    },
    {
      term: say('insights.matter'),
      meaning: say('insights.matter.meaning'),
    },
    {
      term: say('insights.midline'),
      meaning: say('insights.midline.meaning'),
    },
    {
      term: say('insights.ventricles'),
      meaning: say('insights.ventricles.meaning'),
    },
    {
      term: say('insights.mildConcussion'),
      meaning: say('insights.mildConcussion.meaning'),
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
  name: say('result.brain.name'),
  content: say('result.brain.content'),
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
    say('question.serious'),
    say('question.howLong'),
    say('question.signs'),
    say('question.scan'),
    say('question.pain'),
    say('question.drive'),
    say('question.work'),
    say('question.sports'),
    say('question.screens'),
    say('question.night'),
  ],
};
