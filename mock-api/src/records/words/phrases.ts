/** The product's own words around what the hospital's system says. */
import type { Text } from '../../common/documents.ts';
import type { Locale, Params } from '../../common/i18n.ts';
import { inBoth } from './concept.ts';

export const PHRASES = {
  lessThan: { en: 'less than {figure}', fr: 'moins de {figure}' },
  moreThan: { en: 'more than {figure}', fr: 'plus de {figure}' },
  atMost: { en: 'at most {figure}', fr: 'au plus {figure}' },
  atLeast: { en: 'at least {figure}', fr: 'au moins {figure}' },
  span: { en: '{low} to {high}', fr: '{low} à {high}' },
  age: { en: 'age {span}', fr: 'âge : {span}' },
  yes: { en: 'Yes', fr: 'Oui' },
  no: { en: 'No', fr: 'Non' },
  recording: { en: 'A recording that can’t be shown here', fr: 'Un enregistrement qui ne peut pas être affiché ici' },
  marked: {
    en: 'The hospital marked this as {mark}',
    fr: 'L’hôpital a signalé ce résultat comme étant {mark}',
  },
  noValue: { en: 'The hospital sent no value', fr: 'L’hôpital n’a envoyé aucune valeur' },
  noRange: { en: 'No range given', fr: 'Aucune plage de référence indiquée' },
  unnamed: { en: 'Without a name', fr: 'Sans nom' },
  labValues: { en: 'Lab values', fr: 'Analyses de laboratoire' },
  report: { en: 'Report', fr: 'Rapport' },
  oneValue: { en: '1 value', fr: '1 valeur' },
  values: { en: '{count} values', fr: '{count} valeurs' },
  seeReport: { en: 'See the report', fr: 'Voir le rapport' },
  notFinal: { en: 'Not final yet', fr: 'Pas encore définitif' },
  onItsWay: { en: 'On its way', fr: 'À venir' },
  notDone: { en: 'Not done', fr: 'Non effectué' },
  unclearIfFinal: {
    en: 'The hospital doesn’t say if this is final',
    fr: 'L’hôpital ne précise pas si c’est définitif',
  },
  corrected: { en: 'Corrected by the hospital', fr: 'Corrigé par l’hôpital' },
  medication: { en: 'Medication', fr: 'Médicament' },
  once: { en: 'once', fr: '1 fois' },
  times: { en: '{count} times', fr: '{count} fois' },
  asNeeded: { en: 'as needed', fr: 'au besoin' },
  asNeededFor: { en: 'as needed for {reason}', fr: 'au besoin pour : {reason}' },
  minutes: { en: '{count} minutes {when}', fr: '{count} minutes {when}' },
  onDays: { en: 'on {days}', fr: '{days}' },
  lasting: { en: 'for {time}', fr: 'pendant {time}' },
  takenOver: { en: 'over {time}', fr: 'en {time}' },
  atRate: { en: 'at {rate}', fr: 'à {rate}' },
  perTime: { en: '{amount} in {time}', fr: '{amount} en {time}' },
  maxInTime: { en: 'no more than {amount} in {time}', fr: 'pas plus de {amount} en {time}' },
  maxAtOnce: { en: 'no more than {amount} at a time', fr: 'pas plus de {amount} à la fois' },
  carePlan: { en: 'Care plan', fr: 'Plan de soins' },
  goal: { en: 'Goal: {goal}', fr: 'Objectif : {goal}' },
  doNot: { en: 'Don’t {activity}', fr: 'Ne pas {activity}' },
  notTo: { en: 'Don’t do this: {activity}', fr: 'À ne pas faire : {activity}' },
  from: { en: 'From {start}', fr: 'À partir {start}' },
  until: { en: 'Until {end}', fr: 'Jusqu’{end}' },
  fromUntil: { en: '{start} to {end}', fr: '{start} {end}' },
  stay: { en: 'At the hospital', fr: 'À l’hôpital' },
  visit: { en: 'A visit', fr: 'Une visite' },
  emergency: { en: 'Emergency visit', fr: 'Visite à l’urgence' },
  virtual: { en: 'Virtual visit', fr: 'Visite virtuelle' },
  home: { en: 'Home visit', fr: 'Visite à domicile' },
  planned: { en: 'Planned', fr: 'Prévu' },
  running: { en: 'Started', fr: 'En cours' },
  finished: { en: 'Finished', fr: 'Terminé' },
  onHold: { en: 'On hold', fr: 'En suspens' },
  onLeave: { en: 'On leave', fr: 'En congé temporaire' },
  cancelled: { en: 'Cancelled', fr: 'Annulé' },
  missed: { en: 'Did not take place', fr: 'N’a pas eu lieu' },
  appointment: { en: 'Appointment', fr: 'Rendez-vous' },
  notConfirmed: { en: 'Not confirmed yet', fr: 'Pas encore confirmé' },
  booked: { en: 'Booked', fr: 'Confirmé' },
  waitlist: { en: 'On the waiting list', fr: 'Sur la liste d’attente' },
  with: { en: 'With {people}', fr: 'Avec {people}' },
  document: { en: 'Document', fr: 'Document' },
  picture: { en: 'Picture', fr: 'Image' },
  person: { en: 'Member of the care team', fr: 'Membre de l’équipe de soins' },
  you: { en: 'You', fr: 'Vous' },
  allergy: { en: 'Allergy', fr: 'Allergie' },
  noAllergies: { en: 'No known allergies', fr: 'Aucune allergie connue' },
  noDrugAllergies: { en: 'No known medication allergies', fr: 'Aucune allergie connue à des médicaments' },
  noFoodAllergies: { en: 'No known food allergies', fr: 'Aucune allergie alimentaire connue' },
  noAnimalAllergies: { en: 'No known animal allergies', fr: 'Aucune allergie connue aux animaux' },
  noEnvironmentalAllergies: {
    en: 'No known allergies to the surroundings, such as pollen',
    fr: 'Aucune allergie connue à l’environnement, comme le pollen',
  },
  noLatexAllergy: { en: 'No known latex allergy', fr: 'Aucune allergie connue au latex' },
  refuted: { en: 'Not allergic: {name}', fr: 'Pas d’allergie : {name}' },
  condition: { en: 'Condition', fr: 'Problème de santé' },
  lookedInto: { en: 'Being looked into', fr: 'En cours d’évaluation' },
  vaccine: { en: 'Vaccine', fr: 'Vaccin' },
  notGiven: { en: 'Not given', fr: 'Non administré' },
  notGivenWhy: { en: 'Not given: {reason}', fr: 'Non administré : {reason}' },
  mayNotCount: { en: 'May not count', fr: 'Pourrait ne pas être pris en compte' },
  approximately: { en: 'approximately {when}', fr: 'vers {when}' },
  withdrawnTitle: { en: 'Removed from your record', fr: 'Retiré de votre dossier' },
  withdrawnOne: {
    en: 'Something you may have read was a mistake, and the hospital has removed it.',
    fr: 'Un renseignement que vous avez peut-être lu était une erreur; l’hôpital l’a retiré.',
  },
  withdrawnMany: {
    en: '{count} entries that you may have read were mistakes, and the hospital has removed them.',
    fr: '{count} renseignements que vous avez peut-être lus étaient des erreurs; l’hôpital les a retirés.',
  },
  correctedTitle: { en: 'Corrected: {name}', fr: 'Corrigé : {name}' },
  correctedText: {
    en: 'The hospital has changed a result that you may have read.',
    fr: 'L’hôpital a modifié un résultat que vous avez peut-être lu.',
  },
} as const satisfies Record<string, Text>;

/** Returns a phrase in one language, its `{name}` placeholders filled from `params`. */
export const phrase = (text: Text, locale: Locale, params: Params): string =>
  text[locale].replace(/\{(\w+)\}/g, (place, name: string) => String(params[name] ?? place));

/** Returns a phrase in both languages, its `{name}` placeholders filled from `params`. */
export const filled = (text: Text, params: Readonly<Record<string, Text | string | number>>): Text =>
  inBoth((locale) => {
    const words = Object.entries(params).map(([name, value]) => [
      name,
      typeof value === 'object' ? value[locale] : value,
    ]);
    return phrase(text, locale, Object.fromEntries(words) as Params);
  });
