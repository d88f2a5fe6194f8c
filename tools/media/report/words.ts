/** Text of the brain scan's report in both languages. The hospital belongs to the demo; no person in it is real. */
export type Language = 'en' | 'fr';
type Text = Record<Language, string>;

export const REPORT = {
  title: { en: 'Brain scan report', fr: 'Rapport d’examen du cerveau' },
  subtitle: {
    en: 'Computed tomography (CT) of the head, without contrast',
    fr: 'Tomodensitométrie (TDM) de la tête, sans produit de contraste',
  },
  hospital: {
    en: 'Northside General Hospital · Department of Radiology',
    fr: 'Northside General Hospital · Service de radiologie',
  },
  facts: [
    [
      { en: 'Patient', fr: 'Patient' },
      { en: 'Jordan Avery (demo)', fr: 'Jordan Avery (démonstration)' },
    ],
    [
      { en: 'Ordered by', fr: 'Demandé par' },
      { en: 'Dr. Amara Osei, Emergency Medicine', fr: 'Dre Amara Osei, médecine d’urgence' },
    ],
    [
      { en: 'Read by', fr: 'Interprété par' },
      { en: 'Dr. Priya Raman, Radiology', fr: 'Dre Priya Raman, radiologie' },
    ],
    [
      { en: 'Reason', fr: 'Motif' },
      { en: 'Fall, headache and dizziness', fr: 'Chute, mal de tête et étourdissements' },
    ],
  ] as [Text, Text][],
  sections: [
    {
      title: { en: 'How it was done', fr: 'Déroulement' },
      text: {
        en: 'Slices of 1 mm from the base of the skull to the top of the head, shown for brain and for bone, in three planes. No earlier pictures were available for comparison.',
        fr: 'Coupes de 1 mm de la base du crâne au sommet de la tête, affichées pour le cerveau et pour l’os, dans trois plans. Aucun examen antérieur n’était disponible pour comparaison.',
      },
    },
    {
      title: { en: 'Findings', fr: 'Observations' },
      list: [
        { en: 'No bleeding inside or around the brain.', fr: 'Aucun saignement dans le cerveau ni autour.' },
        {
          en: 'Grey and white matter are well distinguished; no swelling.',
          fr: 'Les substances grise et blanche se distinguent bien; aucune enflure.',
        },
        {
          en: 'The ventricles are of normal size and in the middle.',
          fr: 'Les ventricules sont de taille normale et bien centrés.',
        },
        { en: 'No fracture of the skull or the face.', fr: 'Aucune fracture du crâne ni de la face.' },
        {
          en: 'The sinuses and the middle ears are filled with air.',
          fr: 'Les sinus et les oreilles moyennes sont remplis d’air.',
        },
      ] as Text[],
    },
    {
      title: { en: 'Impression', fr: 'Conclusion' },
      text: {
        en: 'Normal scan of the head. No sign of an injury that needs surgery. The complaints fit a mild concussion, which a scan does not show.',
        fr: 'Examen de la tête normal. Aucun signe de blessure nécessitant une opération. Les symptômes correspondent à une commotion cérébrale légère, qui ne se voit pas à l’examen.',
      },
    },
  ] as { title: Text; text?: Text; list?: Text[] }[],
  measures: {
    caption: { en: 'Measurements', fr: 'Mesures' },
    head: [
      { en: 'Measure', fr: 'Mesure' },
      { en: 'Value', fr: 'Valeur' },
      { en: 'Usual', fr: 'Habituel' },
    ] as Text[],
    rows: [
      [
        { en: 'Shift of the midline', fr: 'Déplacement de la ligne médiane' },
        { en: '0 mm', fr: '0 mm' },
        { en: '0 mm', fr: '0 mm' },
      ],
      [
        { en: 'Width of the third ventricle', fr: 'Largeur du troisième ventricule' },
        { en: '4 mm', fr: '4 mm' },
        { en: 'under 7 mm', fr: 'moins de 7 mm' },
      ],
    ] as Text[][],
  },
  foot: {
    en: 'Made for a demonstration. Not a medical document of a real person.',
    fr: 'Préparé pour une démonstration. Ce n’est pas le document médical d’une personne réelle.',
  },
};
