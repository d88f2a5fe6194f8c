/**
 * The patient's story: a fall, a day in hospital, going home. The delays start with 0, 0, 6 s, 8 s and 1 s, and later
 * include some of 10 s, 15 s and 20 s; it ends with the discharge survey (docs/product-rules.md#story).
 */

import type { Acceptance, EventDocument, ResultDocument, StoryStepDocument, Text } from '../common/documents.ts';
import { EVENT_TYPE, type EventType } from '../contract.ts';
import { CONCUSSION_PLAN } from './care-plans.ts';
import { portrait } from './media.ts';
import { PHYSICIANS } from './people.ts';
import { PLACES, within, XRAY_AFTER_MINUTES } from './places.ts';
import { STORY_BLOOD, STORY_BRAIN, STORY_ECG, STORY_XRAY } from './results.ts';

const fresh = { profileId: 1, status: 'NOT_VIEWED' } as const;
/** Without a number: the form says how many questions it has and how long they take. */
const FEW_QUESTIONS = { en: 'A few short questions', fr: 'Quelques courtes questions' };

const WARD = within(PLACES.ward);
const SCANNER = within(PLACES.scanner);
const SCAN_NOW = { en: `Brain scan now, ${SCANNER.en}`, fr: `Scan du cerveau maintenant, ${SCANNER.fr}` };

const MAYA: Acceptance = {
  profile: {
    id: 2,
    firstName: 'Maya',
    lastName: 'Chen',
    organization: '{hospital}',
    message: { en: 'You support Maya.', fr: 'Vous soutenez Maya.' },
    previousStay: null,
  },
  event: {
    key: 'maya-accepted',
    profileId: 1,
    type: EVENT_TYPE.SUPPORTER,
    status: 'NOT_VIEWED',
    name: { en: 'Maya Chen', fr: 'Maya Chen' },
    content: { en: 'You are now a supporter of Maya Chen.', fr: 'Vous soutenez maintenant Maya Chen.' },
  },
};

const ADMISSION: StoryStepDocument[] = [
  {
    ...step(0, {
      ...fresh,
      key: 'admitted',
      type: EVENT_TYPE.HOSPITAL,
      survey: 'admission',
      name: { en: 'Admitted', fr: 'Admission' },
      content: { en: `Welcome to {hospital}, ${WARD.en}.`, fr: `Bienvenue à {hospital}, ${WARD.fr}.` },
      content2: {
        en: 'You were admitted after a fall. Your care team will look for the cause of your headache and dizziness. Press the button at your bed whenever you need someone.',
        fr: 'Vous êtes à l’hôpital à la suite d’une chute. Votre équipe de soins cherchera la cause de votre mal de tête et de vos étourdissements. Appuyez sur le bouton près de votre lit dès que vous avez besoin de quelqu’un.',
      },
    }),
    notifications: [
      {
        key: 'notification-xray',
        profileId: 1,
        kind: 'next-step',
        icon: 'map-pin',
        place: PLACES.xray,
        afterMinutes: XRAY_AFTER_MINUTES,
        title: { en: 'X-ray', fr: 'Radiographie' },
        content: {
          en: 'Someone will come and take you there.',
          fr: 'Quelqu’un viendra vous chercher pour vous y amener.',
        },
      },
    ],
  },
  step(0, {
    ...fresh,
    key: 'physician',
    type: EVENT_TYPE.PHYSICIAN,
    name: PHYSICIANS.osei,
    picture: portrait('osei', PHYSICIANS.osei),
    content: { en: 'Your physician is assigned.', fr: 'Votre médecin est désignée.' },
    content2: {
      en: 'Dr. Osei has been an emergency physician for fourteen years and leads the head injury clinic. She speaks English, French and Twi, and visits her patients twice a day, around 9 in the morning and 4 in the afternoon. Ask her anything: she would rather answer one question too many than one too few.',
      fr: 'La Dre Osei est urgentologue depuis quatorze ans et dirige la clinique des traumatismes crâniens. Elle parle anglais, français et twi, et visite ses patients deux fois par jour, vers 9 h et vers 16 h. Posez-lui toutes vos questions\u00a0: elle préfère répondre à une question de trop qu’à une de moins.',
    },
  }),
  step(6_000, {
    ...fresh,
    key: 'covid-message',
    type: EVENT_TYPE.MESSAGE,
    name: { en: 'COVID-19 precautions', fr: 'Précautions contre la COVID-19' },
    content: { en: 'How we keep you and others safe', fr: 'Comment nous vous protégeons, vous et les autres' },
    content2: {
      en: 'Please wear a mask outside your room and clean your hands when you enter and leave it. One visitor at a time may come, from 10 in the morning to 8 in the evening. Tell your nurse at once if you have a cough, a fever or trouble breathing, or if you cannot smell or taste.',
      fr: 'Veuillez porter un masque hors de votre chambre et vous nettoyer les mains en y entrant et en la quittant. Un visiteur à la fois peut venir, de 10 h à 20 h. Dites-le tout de suite à votre infirmière si vous toussez, si vous avez de la fièvre ou de la difficulté à respirer, ou si vous ne sentez ou ne goûtez plus rien.',
    },
  }),
  survey(8_000, 'admission-survey', EVENT_TYPE.HOSPITAL_SURVEY_IN, {
    en: 'How was your admission?',
    fr: 'Comment s’est passée votre admission?',
  }),
  step(1_000, {
    ...fresh,
    key: 'blood-completed',
    type: EVENT_TYPE.RESULT_COMPLETE,
    name: { en: 'Blood test done', fr: 'Prise de sang effectuée' },
    content: { en: 'The laboratory has your sample.', fr: 'Le laboratoire a votre échantillon.' },
  }),
];

const TESTS: StoryStepDocument[] = [
  {
    ...resultStep(
      10_000,
      'blood-results',
      { en: 'Blood test results', fr: 'Résultats de l’analyse de sang' },
      STORY_BLOOD,
    ),
    ends: ['blood-completed'],
  },
  survey(6_000, 'blood-survey', EVENT_TYPE.BLOOD_SURVEY, {
    en: 'Was your blood test explained well?',
    fr: 'Votre analyse de sang a\u2011t\u2011elle été bien expliquée?',
  }),
  {
    ...step(10_000, {
      ...fresh,
      key: 'xray-completed',
      type: EVENT_TYPE.RESULT_COMPLETE,
      name: { en: 'X-ray done', fr: 'Radiographie effectuée' },
      content: { en: 'A radiologist is looking at the pictures.', fr: 'Une radiologiste examine les images.' },
    }),
    retires: ['notification-xray'],
  },
  {
    ...resultStep(8_000, 'xray-results', { en: 'X-ray results', fr: 'Résultats de la radiographie' }, STORY_XRAY),
    ends: ['xray-completed'],
  },
  resultStep(15_000, 'ecg-results', { en: 'ECG results', fr: 'Résultats de l’ECG' }, STORY_ECG),
  survey(6_000, 'ecg-survey', EVENT_TYPE.RESULT_SURVEY, {
    en: 'Was your ECG explained well?',
    fr: 'Votre ECG a\u2011t\u2011il été bien expliqué?',
  }),
];

const GOING_HOME: StoryStepDocument[] = [
  step(20_000, {
    profileId: 1,
    key: 'supporter-request',
    type: EVENT_TYPE.SUPPORTER_REQUEST,
    status: 'PENDING',
    name: { en: 'Maya Chen', fr: 'Maya Chen' },
    content: {
      en: 'Maya Chen asks you to be her supporter.',
      fr: 'Maya Chen vous demande de la soutenir.',
    },
    acceptance: MAYA,
  }),
  {
    ...step(10_000, {
      profileId: 1,
      key: 'scan-due',
      type: EVENT_TYPE.HOSPITAL,
      status: 'URGENT',
      name: SCAN_NOW,
      content: {
        en: 'Please take off jewellery and hearing aids.',
        fr: 'Veuillez enlever bijoux et appareils auditifs.',
      },
      content2: {
        en: `A porter is on the way to take you to the scanner, ${SCANNER.en}. The scan takes about ten minutes and does not hurt. Tell the staff if you may be pregnant.`,
        fr: `Un brancardier est en route pour vous amener à l’appareil, ${SCANNER.fr}. Le scan dure environ dix minutes et ne fait pas mal. Dites-le au personnel si vous pourriez être enceinte.`,
      },
    }),
    notifications: [
      {
        key: 'notification-scan',
        profileId: 1,
        kind: 'next-step',
        icon: 'map-pin',
        aboutKey: { type: 'event', key: 'scan-due' },
        title: SCAN_NOW,
        content: { en: 'A porter will come and take you there.', fr: 'Un brancardier viendra vous y amener.' },
      },
    ],
  },
  {
    ...resultStep(
      20_000,
      'brain-results',
      { en: 'Brain scan results', fr: 'Résultats du scan du cerveau' },
      STORY_BRAIN,
    ),
    retires: ['notification-scan'],
  },
  {
    ...step(15_000, {
      ...fresh,
      key: 'care-plan',
      type: EVENT_TYPE.CARE_PLAN,
      link: CONCUSSION_PLAN.key,
      name: { en: 'Your care plan', fr: 'Votre plan de soins' },
      content: CONCUSSION_PLAN.title,
    }),
    carePlans: [CONCUSSION_PLAN],
  },
  {
    ...step(15_000, {
      ...fresh,
      key: 'discharged',
      type: EVENT_TYPE.HOSPITAL,
      aboutKey: { type: 'care-plan', key: CONCUSSION_PLAN.key },
      name: { en: 'Discharged', fr: 'Congé de l’hôpital' },
      content: {
        en: 'You may go home. Your care plan goes with you.',
        fr: 'Vous pouvez rentrer. Votre plan de soins vous accompagne.',
      },
      content2: {
        en: 'Please take your belongings and your medication. Someone should drive you and stay with you tonight.',
        fr: 'Veuillez prendre vos effets et vos médicaments. Quelqu’un devrait vous reconduire et rester avec vous cette nuit.',
      },
    }),
    notifications: [
      {
        key: 'notification-home',
        profileId: 1,
        kind: 'next-step',
        icon: 'map-pin',
        aboutKey: { type: 'care-plan', key: CONCUSSION_PLAN.key },
        title: { en: 'Getting well at home', fr: 'Se rétablir à la maison' },
        content: {
          en: 'Your care plan says what helps now, and when to call us.',
          fr: 'Votre plan de soins dit ce qui aide maintenant et quand nous appeler.',
        },
      },
    ],
    retires: ['notification-wifi'],
  },
  survey(10_000, 'discharge-survey', EVENT_TYPE.HOSPITAL_SURVEY_OUT, {
    en: 'How was your stay?',
    fr: 'Comment s’est passé votre séjour?',
  }),
];

/** Returns a step that adds one event. */
function step(delayMs: number, event: EventDocument): StoryStepDocument {
  return { delayMs, events: [event] };
}

/** Returns a step that asks for a survey. */
function survey(delayMs: number, key: string, type: EventType, name: Text) {
  return step(delayMs, { profileId: 1, status: 'ACTIONABLE', key, type, name, content: FEW_QUESTIONS });
}

/** Returns a step with which a result is ready. */
function resultStep(delayMs: number, key: string, name: Text, result: ResultDocument): StoryStepDocument {
  const { key: link, content } = result;
  return { ...step(delayMs, { ...fresh, key, type: EVENT_TYPE.RESULT, link, name, content }), results: [result] };
}

export const PATIENT_STORY: StoryStepDocument[] = [...ADMISSION, ...TESTS, ...GOING_HOME];
