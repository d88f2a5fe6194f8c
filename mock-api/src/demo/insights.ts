/** The navigator's insights into the brain scan: a plain-language summary, and explanations of the report's terms. */
import type { InsightsDocument } from '../common/documents.ts';

export const BRAIN_INSIGHTS: InsightsDocument = {
  paragraphs: [
    {
      en: 'Your scan looks normal. The radiologist found no bleeding, no swelling and no broken bone in your skull.',
      fr: 'Votre examen est normal. La radiologue n’a trouvé ni saignement, ni enflure, ni os fracturé dans votre crâne.',
    },
    {
      en: 'You still have a headache and feel dizzy because the fall shook your brain. This is called a mild concussion. A scan cannot show it; your doctor recognises it by how you feel.',
      fr: 'Vous avez encore mal à la tête et vous vous sentez étourdi parce que la chute a secoué votre cerveau. C’est ce qu’on appelle une commotion cérébrale légère. Un examen ne peut pas la montrer; votre médecin la reconnaît à ce que vous ressentez.',
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
