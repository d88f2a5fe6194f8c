import type { LegalBlock, LegalText } from '../document.ts';

const NDA: LegalBlock[] = [
  'Comme le produit n’est pas encore public, une entente de non-divulgation s’applique aussi.',
  { read: 'nda' },
];

const survey = (storesAnswers: boolean) =>
  storesAnswers
    ? 'Les réponses que vous donnez dans un sondage sont conservées par le service d’enregistrement des sondages, pour que l’hôpital puisse en tirer des leçons.'
    : 'Les réponses que vous donnez dans un sondage ne sont pas conservées : un reçu indique qu’un sondage est arrivé, et les réponses sont supprimées.';

/** The terms of use in Canadian French. */
export const legalText: LegalText = ({ product, hospital, isDemo, storesAnswers }) => ({
  title: 'Conditions d’utilisation',
  date: '2021-02-18',
  version: '1.0',
  intro: [
    `Ces conditions sont une entente entre vous et l’établissement ${hospital}, l’hôpital qui offre ${isDemo ? `l’essai de ${product}` : product}. « Le produit » désigne ${product}; « nous » désigne l’hôpital ainsi que l’équipe qui exploite le produit pour lui.`,
    `En bref : le produit vous aide à suivre un parcours à l’hôpital. Il ne remplace pas les personnes qui vous soignent et n’est pas fait pour les urgences. Gardez pour vous ce qui permet de l’ouvrir, traitez les autres avec respect et sachez que ${isDemo ? 'l’essai' : 'le produit'} peut changer ou prendre fin.`,
  ],
  sections: [
    {
      id: 'agreement',
      title: 'Accepter ces conditions',
      blocks: [
        'Vous acceptez ces conditions et la politique de confidentialité en cochant la case prévue à cet effet, ou en utilisant le produit. Si vous n’êtes pas d’accord, veuillez ne pas l’utiliser. Vos soins à l’hôpital n’en dépendent pas.',
        { read: 'privacy' },
        ...(isDemo ? NDA : []),
      ],
    },
    {
      id: 'product',
      title: 'Ce que fait le produit',
      blocks: [
        'Le produit est une application Web pour téléphones. Il rassemble ce qui fait partie d’un parcours à l’hôpital. Avec lui, vous pouvez :',
        {
          list: [
            'suivre le fil des événements d’un séjour et revoir ceux d’avant;',
            'lire des résultats, des rapports et des plans de soins, avec des explications en langage clair;',
            'inviter des proches à vous accompagner;',
            'donner votre avis à l’hôpital dans de courts sondages;',
            isDemo
              ? 'trouver des ressources de santé numériques et demander l’aide de l’équipe de soutien.'
              : 'demander l’aide de l’équipe de soutien.',
          ],
        },
        `Il est offert gratuitement${isDemo ? ', à titre d’essai' : ''}. Votre fournisseur de téléphonie peut vous facturer les données et les messages texte.`,
      ],
    },
    {
      id: 'medical',
      title: 'Ni pour les urgences, ni un avis médical',
      blocks: [
        'N’utilisez pas le produit en cas d’urgence. Composez le 911 ou rendez-vous au service d’urgence le plus proche. Si vous êtes à l’hôpital, appelez le personnel infirmier. Personne ne surveille le produit jour et nuit, et ni un sondage ni une demande de soutien ne parvient à votre équipe de soins à temps pour une urgence.',
        'Ce que vous lisez dans le produit vous informe. Ce n’est ni un diagnostic ni un traitement. Les résumés en langage clair, les indications sur une valeur normale ou non et les questions suggérées simplifient les choses et peuvent omettre un élément. C’est le dossier de l’hôpital qui fait foi.',
        'Parlez toujours à votre équipe de soins avant de commencer, de modifier ou d’arrêter un traitement, et ne tardez pas à demander de l’aide à cause de ce que vous avez lu ici, ou de ce que vous n’y avez pas trouvé.',
      ],
    },
    {
      id: 'who',
      title: 'Qui peut l’utiliser',
      blocks: [
        {
          list: [
            'Les patients de l’hôpital qui ont reçu un bracelet personnalisé.',
            `Les professionnels${isDemo ? ' et les utilisateurs d’essai' : ''} qui créent un compte avec un courriel et un mot de passe. Si nous ne reconnaissons pas le domaine du courriel, nous examinons le compte avant de l’ouvrir.`,
            isDemo
              ? 'Les proches qu’un patient a invités. Pendant l’essai, un proche doit avoir une adresse courriel d’un domaine hospitalier approuvé.'
              : 'Les proches qu’un patient a invités.',
          ],
        },
        'Pour créer vous-même un compte, vous devez être majeur là où vous habitez (18 ans en Ontario) et pouvoir comprendre ces conditions. Sinon, un parent, un tuteur ou une autre personne autorisée par la loi à décider pour vous peut accepter et utiliser le produit en votre nom.',
      ],
    },
    {
      id: 'account',
      title: 'Bracelet, NIP, mot de passe',
      blocks: [
        'Le code du bracelet indique qui vous êtes, et le NIP que nous vous envoyons par message texte le confirme. Un compte créé avec un courriel s’ouvre avec un mot de passe, une fois le courriel validé. Quiconque les possède peut voir ce que vous voyez. Veuillez donc :',
        {
          list: [
            'donner des renseignements exacts et nous aviser si votre numéro de téléphone mobile change;',
            'ne jamais partager votre NIP, votre mot de passe ni une photo de votre bracelet; nous ne vous demanderons jamais votre NIP ni votre mot de passe;',
            'verrouiller votre téléphone et fermer la session lorsqu’une autre personne l’utilise;',
            'aviser aussitôt l’équipe de soutien si vous pensez que quelqu’un d’autre a eu accès.',
          ],
        },
        'Pour vous protéger, un code cesse de fonctionner après plusieurs tentatives erronées, et trop de tentatives erronées en une journée bloquent le NIP jusqu’à la fin de celle-ci.',
      ],
    },
    {
      id: 'fair-use',
      title: 'Un usage respectueux',
      blocks: [
        'N’utilisez le produit que pour vous-même ou pour la personne que vous accompagnez avec son consentement. Il est interdit :',
        {
          list: [
            'd’ouvrir une session à la place d’une autre personne ou de numériser un bracelet qui n’est pas le vôtre;',
            'de chercher des renseignements sur des personnes qui ne vous sont pas destinés;',
            'd’envoyer du contenu injurieux, illégal ou nuisible, ou de la publicité;',
            'de perturber le produit, d’en contourner les protections ou de le surcharger de demandes automatisées;',
            'de le copier, de le vendre ou de s’en servir pour créer autre chose sans notre consentement écrit.',
          ],
        },
        'Si vous trouvez une faiblesse dans sa sécurité, signalez-la à l’équipe de soutien, et à personne d’autre tant qu’elle n’est pas corrigée. Nous vous en serons reconnaissants.',
      ],
    },
    {
      id: 'supporters',
      title: 'Les proches',
      blocks: [
        'Si vous êtes patient, vous décidez qui vous invitez et ce que chaque proche peut faire : recevoir des nouvelles de votre état, voir vos dossiers médicaux, vos résultats diagnostiques et vos plans de soins, et donner un avis à l’hôpital. Tout est permis au départ : prenez le temps de le vérifier. Pour retirer un proche, écrivez à l’équipe de soutien.',
        'N’invitez que des personnes qui s’y attendent : l’invitation est un message texte envoyé au numéro que vous entrez. Ce qu’un proche fait de ce qu’il a vu est une affaire entre vous deux; choisissez des personnes de confiance.',
        'Si vous êtes un proche, vous voyez les renseignements de santé d’une autre personne parce qu’elle vous fait confiance. Gardez-les pour vous, ne vous en servez que pour l’accompagner et arrêtez lorsqu’elle vous le demande.',
      ],
    },
    {
      id: 'messages',
      title: 'Messages texte et courriels',
      blocks: [
        'Le produit envoie les messages nécessaires à son fonctionnement : les NIP et les invitations par message texte; les liens pour valider un courriel ou choisir un nouveau mot de passe, et les avis de modification de votre compte, par courriel. Ce n’est pas de la publicité. Vous ne recevez des nouvelles du produit que si vous en avez demandé, et vous pouvez les arrêter en tout temps.',
        'Un message peut arriver en retard ou pas du tout, pour des raisons qui relèvent d’un fournisseur de téléphonie ou d’un service de courriel. Si vous recevez un message que vous n’avez pas demandé, n’ouvrez pas son lien et avisez-nous.',
      ],
    },
    {
      id: isDemo ? 'demo' : 'surveys',
      title: isDemo ? 'Ce qui diffère pendant l’essai' : 'Sondages',
      blocks: isDemo
        ? [
            'Ceci est une démonstration. Une histoire écrite d’avance ajoute au fil du temps des événements, des résultats et des plans de soins inventés. Ils ne concernent personne, et certainement pas vous : n’en tirez jamais de conclusion sur la santé de qui que ce soit.',
            survey(storesAnswers),
            'Certaines fonctions sont limitées ou seulement affichées, par exemple une partie des paramètres et des ressources. Votre essai peut aussi être d’une durée limitée; lorsqu’il est terminé, l’équipe de soutien peut le réactiver.',
          ]
        : [survey(storesAnswers)],
    },
    {
      id: 'feedback',
      title: 'Ce que vous nous envoyez',
      blocks: [
        'Vos commentaires, vos réponses aux sondages et vos demandes de soutien restent les vôtres. Vous nous permettez de nous en servir pour exploiter et améliorer le produit et les soins de l’hôpital, comme le dit la politique de confidentialité. Veuillez ne pas inscrire de renseignements de santé sur d’autres personnes dans un commentaire.',
      ],
    },
    {
      id: 'availability',
      title: 'Disponibilité et changements',
      blocks: [
        'Nous faisons notre possible pour que le produit fonctionne, mais nous ne promettons pas qu’il soit toujours disponible, complet ou sans erreur. Nous pouvons le modifier, l’interrompre ou y mettre fin. Une bannière annonce chaque nouvelle version, et vous choisissez le moment de la mise à jour.',
        'Le produit fonctionne aussi, dans la mesure du possible, avec une mauvaise connexion ou sans connexion. Ce que vous voyez alors peut ne plus être à jour.',
      ],
    },
    {
      id: 'ownership',
      title: 'À qui appartient quoi',
      blocks: [
        `Le produit, son nom, ses textes, ses images, ses sons et son logiciel nous appartiennent ou appartiennent à ceux qui nous en permettent l’usage. Vous pouvez l’utiliser pour vous-même${isDemo ? ' pendant l’essai' : ''}; ce droit ne se transmet pas. Vos renseignements de santé restent les vôtres, à consulter et à utiliser; l’hôpital tient le dossier, comme la loi l’exige.`,
      ],
    },
    {
      id: 'ending',
      title: 'Mettre fin à l’utilisation',
      blocks: [
        `Vous pouvez arrêter en tout temps. Fermez la session et écrivez à l’équipe de soutien si vous voulez que votre compte soit supprimé. Nous pouvons limiter ou fermer un compte si ces conditions ne sont pas respectées, si une personne est en danger ou si ${isDemo ? 'l’essai prend fin' : 'l’hôpital cesse d’offrir le produit'}. Lorsque c’est possible, nous vous en avisons d’avance et vous en donnons la raison.`,
      ],
    },
    {
      id: 'responsibility',
      title: 'Notre responsabilité',
      blocks: [
        `${isDemo ? 'Vous utilisez un produit à l’essai, que nous offrons tel quel' : 'Nous offrons le produit tel quel'}. Dans la mesure où la loi le permet, nous ne donnons aucune garantie et nous ne répondons pas des pertes qui surviennent parce que l’on s’est fié au produit plutôt qu’à l’équipe de soins, parce qu’il n’était pas disponible, ou parce que quelqu’un a utilisé votre NIP ou votre mot de passe après que vous l’avez partagé.`,
        'Rien dans ces conditions ne limite ce que la loi nous interdit de limiter, comme notre responsabilité pour les soins que vous recevez, pour les blessures causées par la négligence, pour la fraude ou pour la protection de vos renseignements personnels sur la santé.',
      ],
    },
    {
      id: 'law',
      title: 'Droit applicable et tribunaux',
      blocks: [
        'Ces conditions sont régies par les lois du Canada, y compris les lois de la province de l’Ontario qui s’y appliquent. Si nous ne parvenons pas à régler un désaccord en discutant, les tribunaux de l’Ontario le tranchent. Veuillez d’abord nous écrire : la plupart des choses se règlent ainsi.',
        'Vous conservez les droits en matière de consommation et de vie privée que la loi de votre province vous donne et qu’une entente ne peut pas vous retirer.',
      ],
    },
    {
      id: 'changes',
      title: 'Modification de ces conditions',
      blocks: [
        'Si nous modifions ces conditions, la date et la version indiquées en haut changent aussi. Nous vous annonçons les modifications importantes dans le produit ou par courriel avant qu’elles s’appliquent, et nous demandons votre accord lorsque la loi l’exige. Si une partie de ces conditions s’avère non valide, le reste demeure. Les textes français et anglais ont la même valeur.',
      ],
    },
    {
      id: 'contact',
      title: 'Questions',
      blocks: ['Écrivez à l’équipe de soutien ou téléphonez :', { contacts: true }],
    },
  ],
});
