/** Templates for the desk: content, not rules. */
import type { NewTemplate } from '../../contract.ts';

/** Templates that a hospital starts with, and may change or remove. */
export const DEFAULT_TEMPLATES: readonly NewTemplate[] = [
  {
    kind: 'reply',
    title: { en: 'We’ll be with you soon', fr: 'Nous arrivons bientôt' },
    text: {
      en: 'Thank you for letting us know. Someone from your care team will be with you soon.',
      fr: 'Merci de nous avoir prévenus. Un membre de votre équipe de soins vous verra bientôt.',
    },
  },
  {
    kind: 'reply',
    title: { en: 'We’re finding out', fr: 'Nous nous informons' },
    text: {
      en: 'Good question. We’re finding out and will write to you here as soon as we know.',
      fr: 'Bonne question. Nous nous informons et vous écrirons ici dès que nous aurons la réponse.',
    },
  },
  {
    kind: 'reply',
    title: { en: 'Your doctor will explain', fr: 'Votre médecin vous l’expliquera' },
    text: {
      en: 'Your doctor will go over this with you at the next visit. If anything gets worse before then, please call a nurse right away.',
      fr: 'Votre médecin en parlera avec vous à sa prochaine visite. Si quelque chose s’aggrave d’ici là, appelez tout de suite une infirmière ou un infirmier.',
    },
  },
  {
    kind: 'reply',
    title: { en: 'We’ve corrected it', fr: 'C’est corrigé' },
    text: {
      en: 'Thank you for telling us. We’ve corrected your record.',
      fr: 'Merci de nous l’avoir signalé. Votre dossier est corrigé.',
    },
  },
  {
    kind: 'event',
    title: { en: 'Your doctor is on the way', fr: 'Votre médecin arrive' },
    text: {
      en: 'Your doctor will see you soon. Please stay close to your room.',
      fr: 'Votre médecin vous verra bientôt. Restez près de votre chambre, s’il vous plaît.',
    },
  },
  {
    kind: 'event',
    title: { en: 'Please don’t eat or drink', fr: 'Ne mangez pas et ne buvez pas' },
    text: {
      en: 'Please don’t eat or drink anything until your test. Ask us before you take your medicine.',
      fr: 'Ne mangez rien et ne buvez rien avant votre examen. Demandez‑nous avant de prendre vos médicaments.',
    },
  },
  {
    kind: 'event',
    title: { en: 'Your room is ready', fr: 'Votre chambre est prête' },
    text: {
      en: 'Someone will come and take you there.',
      fr: 'Quelqu’un viendra vous y conduire.',
    },
  },
  {
    kind: 'event',
    title: { en: 'You can go home soon', fr: 'Vous pourrez bientôt rentrer chez vous' },
    text: {
      en: 'We’re preparing your papers. A nurse will go over your care plan with you before you leave.',
      fr: 'Nous préparons vos documents. Avant votre départ, nous verrons votre plan de soins avec vous.',
    },
  },
];
