import { languageOf, type StaffLanguage } from '../http/messages.ts';

/** Why a call from local work is refused: the status, and a sentence for the developer, whose page shows it. */
const REFUSALS = {
  OFF: {
    status: 403,
    en: 'This hospital takes no calls from developers’ machines. Its operator allows reading with ALLOW_LOCAL_WORK=read.',
    fr: 'Cet hôpital n’accepte aucun appel depuis les postes des développeurs. Son exploitant permet la lecture avec ALLOW_LOCAL_WORK=read.',
  },
  INVALID: {
    status: 401,
    en: 'This call is not signed by a team: start lodestar-shell again.',
    fr: 'Cet appel n’est signé par aucune équipe : relancez lodestar-shell.',
  },
  EXPIRED: {
    status: 401,
    en: 'This call’s signature is too old: check the clock of your machine.',
    fr: 'La signature de cet appel est trop ancienne : vérifiez l’horloge de votre poste.',
  },
  UNKNOWN_KEY: {
    status: 401,
    en: 'No team of this hospital has this key, or it was withdrawn. Its operator adds one with npm run keys -- add.',
    fr: 'Aucune équipe de cet hôpital n’a cette clé, ou elle a été retirée. Son exploitant en ajoute une avec npm run keys -- add.',
  },
  OTHER_GATEWAY: {
    status: 401,
    en: 'This call is signed for another address: give --backend the address that people use (PUBLIC_URL).',
    fr: 'Cet appel est signé pour une autre adresse : donnez à --backend l’adresse publique (PUBLIC_URL).',
  },
  READ_ONLY: {
    status: 403,
    en: 'You are working with a hospital’s own data, so nothing is changed there. Start lodestar-shell with --writable to allow it.',
    fr: 'Vous travaillez avec les données d’un hôpital : rien n’y est modifié. Lancez lodestar-shell avec --writable pour le permettre.',
  },
  ONLY_READING: {
    status: 403,
    en: 'This hospital lets developers’ machines read only. Its operator allows more with ALLOW_LOCAL_WORK=write.',
    fr: 'Cet hôpital permet seulement la lecture depuis les postes des développeurs. Son exploitant permet plus avec ALLOW_LOCAL_WORK=write.',
  },
  NO_TESTER: {
    status: 403,
    en: 'Only testers’ accounts work here. The hospital’s operator runs npm run accounts -- make-tester EMAIL.',
    fr: 'Seuls les comptes de test fonctionnent ici. L’exploitant de l’hôpital lance npm run accounts -- make-tester COURRIEL.',
  },
} as const;

export type LocalWorkRefusal = keyof typeof REFUSALS;

export const statusOf = (refusal: LocalWorkRefusal): number => REFUSALS[refusal].status;

/** Returns a refusal in the shape of the API's errors. */
export const refusalBody = (refusal: LocalWorkRefusal, acceptLanguage: string | undefined) => {
  const language: StaffLanguage = languageOf(acceptLanguage);
  return { error: { code: `LOCAL_WORK_${refusal}`, message: REFUSALS[refusal][language] } };
};
