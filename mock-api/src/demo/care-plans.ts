/** The demo's care plans. */
import type { CarePlanDocument } from '../common/documents.ts';
import { PHYSICIANS } from './people.ts';
import { FOLLOW_UP_WEEKS, PLACES } from './places.ts';

export const FIRST_PLAN: CarePlanDocument = {
  key: 'first-plan',
  profileId: 1,
  at: '2020-03-16T16:00:00.000Z',
  title: { en: 'Recovering from a chest cold', fr: 'Se remettre d’un rhume de poitrine' },
  doctor: PHYSICIANS.osei,
  duration: { en: '7 days', fr: '7 jours' },
  isCompleted: true,
  carePlans: [
    {
      title: { en: 'Rest', fr: 'Repos' },
      comments: {
        en: 'Sleep as much as you need and stay home until you have had no fever for a day.',
        fr: 'Dormez autant que nécessaire et restez à la maison jusqu’à une journée sans fièvre.',
      },
    },
    {
      title: { en: 'Drinking', fr: 'Boire' },
      comments: { en: 'Drink six to eight glasses a day.', fr: 'Buvez de six à huit verres par jour.' },
    },
  ],
};

export const CONCUSSION_PLAN: CarePlanDocument = {
  key: 'story-plan',
  profileId: 1,
  title: { en: 'Recovering from a mild concussion', fr: 'Se remettre d’une commotion cérébrale légère' },
  doctor: PHYSICIANS.osei,
  duration: { en: `${FOLLOW_UP_WEEKS} weeks`, fr: `${FOLLOW_UP_WEEKS} semaines` },
  isForDischarge: true,
  carePlans: [
    {
      title: { en: 'Rest for the first two days', fr: 'Repos pendant les deux premiers jours' },
      comments: {
        en: 'Sleep when you are tired. Keep screens, bright light and loud places short. Someone should be with you for the first 24 hours.',
        fr: 'Dormez dès que vous en sentez le besoin. Limitez les écrans, la lumière vive et les endroits bruyants. Quelqu’un devrait être avec vous pendant les 24 premières heures.',
      },
    },
    {
      title: { en: 'Headache', fr: 'Mal de tête' },
      comments: {
        en: 'You may take acetaminophen as the package says. Do not take ibuprofen or aspirin for the first two days.',
        fr: 'Vous pouvez prendre de l’acétaminophène selon l’emballage. Ne prenez ni ibuprofène ni aspirine pendant les deux premiers jours.',
      },
    },
    {
      title: { en: 'Moving again', fr: 'Bouger de nouveau' },
      comments: {
        en: 'From the third day on, take short walks and do a little more each day. If the headache comes back, go one step back. No sports or ladders until you have been without symptoms for a day. Do not drive before your follow-up.',
        fr: 'À partir du troisième jour, faites de courtes marches et un peu plus chaque jour. Si le mal de tête revient, ralentissez. Pas de sport ni d’échelle avant une journée sans symptômes. Ne conduisez pas avant votre suivi.',
      },
    },
    {
      kind: 'warning',
      title: { en: 'Come back at once if', fr: 'Revenez tout de suite si' },
      comments: {
        en: 'you vomit more than once, the headache gets much worse, you have a seizure or faint, you are confused or hard to wake, or an arm or leg is weak.',
        fr: 'vous vomissez plus d’une fois, le mal de tête s’aggrave beaucoup, vous avez une convulsion ou vous évanouissez, vous avez de la confusion, on a du mal à vous réveiller, ou un bras ou une jambe est faible.',
      },
    },
    {
      title: { en: 'Follow-up', fr: 'Suivi' },
      comments: {
        en: `${PLACES.headClinic.en}, in ${FOLLOW_UP_WEEKS} weeks.`,
        fr: `${PLACES.headClinic.fr}, dans ${FOLLOW_UP_WEEKS} semaines.`,
      },
    },
  ],
};

export const FIBULA_PLAN: CarePlanDocument = {
  key: 'fibula-plan',
  profileId: 2,
  title: { en: 'Fractured right fibula', fr: 'Fracture du péroné droit' },
  doctor: PHYSICIANS.ortega,
  duration: { en: '6 weeks', fr: '6 semaines' },
  isForDischarge: true,
  carePlans: [
    {
      title: { en: 'Walking boot', fr: 'Botte de marche' },
      comments: {
        en: 'Wear the boot whenever you stand or walk. You may take it off to wash and to sleep.',
        fr: 'Portez la botte chaque fois que vous êtes debout ou marchez. Vous pouvez l’enlever pour vous laver et pour dormir.',
      },
    },
    {
      title: { en: 'Swelling', fr: 'Enflure' },
      comments: {
        en: 'Keep the leg up and cool it for 15 minutes, four times a day, for the first three days.',
        fr: 'Gardez la jambe surélevée et refroidissez-la 15 minutes, quatre fois par jour, pendant les trois premiers jours.',
      },
    },
    {
      title: { en: 'Crutches', fr: 'Béquilles' },
      comments: {
        en: 'Use both crutches for two weeks, then one as long as it hurts.',
        fr: 'Utilisez les deux béquilles pendant deux semaines, puis une seule tant que c’est douloureux.',
      },
    },
    {
      title: { en: 'Follow-up', fr: 'Suivi' },
      comments: {
        en: 'Fracture clinic in 2 weeks, with a new X-ray.',
        fr: 'Clinique des fractures dans 2 semaines, avec une nouvelle radiographie.',
      },
    },
  ],
};
