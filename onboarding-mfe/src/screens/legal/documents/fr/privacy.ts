import type { LegalBlock, LegalText } from '../document.ts';

const answers = (storesAnswers: boolean, isDemo: boolean): LegalBlock =>
  storesAnswers
    ? 'Un sondage est envoyé à un service distinct d’enregistrement des sondages, avec votre nom, votre courriel et le nom de l’hôpital. Le service le conserve pour que l’hôpital puisse en tirer des leçons. Vous n’êtes pas tenu d’y répondre, et vos soins n’en dépendent pas.'
    : `Un sondage est envoyé à un service distinct d’enregistrement des sondages, avec votre nom, votre courriel et le nom de l’hôpital. ${isDemo ? 'Dans cette démonstration, les réponses' : 'Les réponses'} ne sont pas conservées : le service garde un reçu (quel sondage, pour quel hôpital, à quel moment, et une empreinte qui lui permet de reconnaître un sondage arrivé deux fois) et supprime vos réponses, votre nom et votre courriel. Vous n’êtes pas tenu d’y répondre, et vos soins n’en dépendent pas.`;

const DEMO: LegalBlock[] = [
  'Ceci est une démonstration. Les événements, les résultats, les plans de soins et les personnes de son histoire sont inventés. L’histoire est la même pour tous et ne dit rien de vous.',
  'Dans la démonstration, les messages texte et les courriels que le produit rédige figurent sur une page, la boîte d’envoi, que toute personne qui essaie cette démonstration peut lire. Ils contiennent des noms, des numéros de téléphone, des adresses courriel et des codes de sécurité. N’entrez donc ici que des renseignements que d’autres peuvent voir, et aucun renseignement de santé sur une personne réelle.',
];

/** The privacy policy in Canadian French. */
export const legalText: LegalText = ({ product, hospital, isDemo, storesAnswers }) => ({
  title: 'Politique de confidentialité',
  date: '2021-02-16',
  version: '1.0',
  intro: [
    `Cette politique explique ce que deviennent les renseignements à votre sujet lorsque vous utilisez ${product} (« le produit »), que l’établissement ${hospital} (« l’hôpital ») offre${isDemo ? ' à titre d’essai' : ''}. « Nous » désigne l’hôpital ainsi que l’équipe qui exploite le produit pour lui.`,
    'En bref : nous recueillons ce dont le produit a besoin pour fonctionner, nous l’utilisons pour votre parcours à l’hôpital et pour rien d’autre, nous ne le vendons pas, et vous pouvez demander en tout temps à le voir, à le faire corriger ou à le faire supprimer.',
  ],
  sections: [
    {
      id: 'responsible',
      title: 'Qui est responsable',
      blocks: [
        'L’hôpital est responsable de vos renseignements personnels sur la santé. La Loi de 2004 sur la protection des renseignements personnels sur la santé de l’Ontario (LPRPS) l’appelle un dépositaire de renseignements sur la santé : il décide de ce qui est recueilli, pourquoi, et qui peut le voir. L’équipe qui exploite le produit travaille pour l’hôpital et ne peut utiliser les renseignements que comme l’hôpital le permet.',
        'Pour les autres renseignements personnels, comme le courriel que vous laissez pour recevoir des nouvelles, c’est la Loi sur la protection des renseignements personnels et les documents électroniques du Canada (LPRPDE) qui fixe les règles. En langage clair, les deux lois reviennent au même : dire aux gens ce que l’on fait, ne prendre que le nécessaire, le protéger et en répondre.',
      ],
    },
    {
      id: 'collected',
      title: 'Ce que nous recueillons',
      blocks: [
        'Auprès de vous :',
        {
          list: [
            'le code de votre bracelet, lorsque vous le numérisez ou l’entrez à la main;',
            'pour un compte : le prénom et le nom, le courriel, l’organisation, le numéro de téléphone et un mot de passe, dont nous ne conservons qu’une forme brouillée (une empreinte) qui ne permet pas de le retrouver;',
            `votre accord à ${isDemo ? 'l’entente de non-divulgation, à ' : ''}cette politique et aux conditions d’utilisation;`,
            'un nouveau numéro de téléphone mobile, lorsque vous le changez;',
            'le nom et le numéro de téléphone mobile d’un proche que vous invitez, et ce que vous lui permettez de voir;',
            'vos réponses aux sondages et ce que vous écrivez à l’équipe de soutien;',
            'si vous demandez des nouvelles : le nom, le courriel, la ville si vous le souhaitez, et votre choix de recevoir ou non des nouvelles.',
          ],
        },
        'Auprès de l’hôpital : ce qui fait partie de votre parcours, comme les événements d’un séjour, les résultats, les rapports et les plans de soins.',
        'Par l’utilisation du produit : le moment où vous avez ouvert une session, numérisé votre bracelet et entré votre NIP, les événements que vous avez vus, la langue choisie et des journaux techniques. Ces journaux contiennent des identifiants, des heures et des codes d’erreur, et aucun nom, message ou renseignement de santé.',
      ],
    },
    {
      id: 'use',
      title: 'À quoi cela nous sert',
      blocks: [
        {
          list: [
            'à vérifier que c’est bien vous et à empêcher les autres d’entrer;',
            'à vous montrer votre parcours et à le montrer aux proches que vous avez choisis;',
            'à vous envoyer des NIP, des liens et des avis sur votre compte;',
            'à transmettre votre avis à l’hôpital;',
            'à vous aider lorsque vous demandez du soutien;',
            'à trouver les défauts, à assurer la sécurité du produit et à l’améliorer;',
            'à faire ce que la loi exige.',
          ],
        },
        'Si nous voulons un jour nous en servir pour autre chose, nous vous le demanderons d’abord.',
      ],
    },
    {
      id: 'never',
      title: 'Ce que nous ne faisons pas',
      blocks: [
        {
          list: [
            'Nous ne vendons pas vos renseignements et nous ne nous en servons pas pour faire de la publicité.',
            'Le produit ne contient ni traceur publicitaire ni outil d’analyse d’autres entreprises, et il ne dépose aucun témoin pour vous suivre.',
            'Il ne demande pas où vous êtes et n’écoute pas au moyen du microphone.',
            'L’appareil photo ne lit le code de votre bracelet que pendant que vous numérisez. Ses images restent sur votre téléphone : rien n’est enregistré ni envoyé, sauf le code lui-même.',
          ],
        },
      ],
    },
    {
      id: 'consent',
      title: 'Votre consentement',
      blocks: [
        `Vous donnez votre consentement en cochant la case de cette politique. Il vous appartient : vous pouvez dire non, et vous pouvez le retirer plus tard : effacez votre compte dans les paramètres, sous « Vos données », ou écrivez à l’équipe de soutien. Nous arrêtons alors, nous supprimons ce dont nous n’avons plus besoin et nous vous expliquons ce qui en découle; ainsi, le produit ne peut pas vous envoyer de NIP sans votre numéro de téléphone mobile. Ce qui s’est fait auparavant reste permis.`,
        'Vos soins à l’hôpital ne dépendent pas de votre consentement à ce produit.',
      ],
    },
    {
      id: 'supporters',
      title: 'Les proches',
      blocks: [
        'Un proche ne voit des renseignements à votre sujet que si vous l’avez invité. À la page de chaque proche, vous pouvez désactiver ce qu’il ne doit pas voir : les nouvelles de votre état, les dossiers médicaux, les résultats diagnostiques, les plans de soins. Tout est permis au départ : prenez le temps de le vérifier. Pour faire retirer un proche, écrivez à l’équipe de soutien.',
        'Avant d’entrer le nom et le numéro de téléphone mobile d’une personne, veuillez lui demander son accord. Nous ne les utilisons que pour l’invitation et pour afficher la personne dans votre liste. L’invitation mentionne votre nom.',
      ],
    },
    {
      id: 'shared',
      title: 'Qui d’autre reçoit des renseignements',
      blocks: [
        {
          list: [
            `Les personnes de l’hôpital qui vous soignent ou qui ${isDemo ? 'mènent cet essai' : 'exploitent le produit'}, dans la mesure où leur tâche l’exige.`,
            'Les services qui acheminent nos messages texte et nos courriels. Ils reçoivent le numéro ou l’adresse, et le message.',
            'Le service d’enregistrement des sondages, comme l’explique la section suivante.',
            'L’équipe de soutien. Une demande de soutien lui parvient par message texte, avec le sujet, vos commentaires, la façon dont vous souhaitez qu’on communique avec vous et votre courriel.',
            'Les autorités et les tribunaux, lorsque la loi nous y oblige, et seulement pour ce qui est exigé.',
          ],
        },
        'Ceux qui travaillent pour nous sont tenus par contrat de protéger les renseignements et de ne s’en servir pour rien d’autre. Si un service les conserve à l’extérieur de l’Ontario ou du Canada, la loi de cet endroit peut s’y appliquer; l’équipe de soutien vous dira à quels services l’hôpital fait appel, et où.',
      ],
    },
    { id: 'surveys', title: 'Les sondages', blocks: [answers(storesAnswers, isDemo)] },
    ...(isDemo ? [{ id: 'demo', title: 'Essai et démonstration', blocks: DEMO }] : []),
    {
      id: 'phone',
      title: 'Ce qui est gardé sur votre téléphone',
      blocks: [
        'Dans le stockage local du navigateur, le produit garde deux choses :',
        {
          list: [
            'vos paramètres, comme la langue et le thème;',
            'un jeton d’accès, une longue valeur aléatoire qui garde votre session ouverte pendant au plus 12 heures et qui ne sert plus à rien après la fermeture de la session.',
          ],
        },
        'Pendant que vous remplissez un formulaire, ce que vous avez tapé peut être gardé pour cet onglet du navigateur, jamais le mot de passe. Pour que vous puissiez lire sans connexion, le programme lui-même est gardé sur le téléphone, et une copie chiffrée de ce que vous avez vu en dernier peut l’être aussi. Les réponses à un sondage qui n’ont pas encore pu être envoyées peuvent attendre sur le téléphone jusqu’à leur envoi, ou jusqu’à ce que vous y renonciez. Pour que vous puissiez revoir et modifier ce que vous avez envoyé, une copie chiffrée de ces réponses reste sur le téléphone jusqu’à la fermeture de la session.',
        `La fermeture de la session efface le jeton et les copies. ${isDemo ? 'La réinitialisation et la fin de votre essai effacent' : 'La réinitialisation efface'} aussi les paramètres. Ne laissez pas de session ouverte dans un navigateur que vous partagez.`,
      ],
    },
    {
      id: 'security',
      title: 'Comment nous les protégeons',
      blocks: [
        {
          list: [
            'Le code du bracelet et le NIP vont ensemble : le code seul ne montre que votre prénom et les quatre derniers chiffres de votre numéro de téléphone.',
            `Un NIP sert une seule fois et pendant 10 minutes. Plusieurs tentatives erronées le rendent inutilisable, et trop de tentatives en une journée le bloquent jusqu’à la fin de celle-ci.`,
            'Les liens dans les courriels servent une seule fois : 30 minutes pour un nouveau mot de passe, 24 heures pour valider un courriel.',
            'Les mots de passe, les NIP, les jetons et les liens sont vérifiés au moyen d’empreintes qui ne permettent pas de les lire. Le message qui vous a apporté un NIP ou un lien est conservé à part et n’ouvre plus rien une fois qu’il a servi ou qu’il a expiré.',
            'La connexion entre votre téléphone et l’hôpital est chiffrée lorsque le produit fonctionne à l’adresse de l’hôpital (https).',
            'Chaque demande est vérifiée sur le serveur : vous voyez vos propres renseignements et ceux des personnes qui vous le permettent.',
          ],
        },
        'Aucune protection n’est parfaite. Vous nous aidez en verrouillant votre téléphone et en gardant pour vous votre NIP et votre mot de passe.',
      ],
    },
    {
      id: 'retention',
      title: 'Combien de temps nous les gardons',
      blocks: [
        {
          list: [
            'Une session prend fin après 12 heures au plus tard. Les sessions et les liens expirés sont supprimés automatiquement.',
            `Votre compte, vos proches et votre fil d’événements demeurent tant que vous ${isDemo ? 'participez à l’essai' : 'utilisez le produit'}. Ils sont supprimés ou rendus anonymes lorsque ${isDemo ? 'l’essai est terminé et qu’ils' : 'ils'} ne sont plus nécessaires, ou lorsque vous effacez votre compte dans les paramètres ou nous le demandez.`,
            `Les messages envoyés et les demandes de soutien sont gardés le temps de répondre aux questions à leur sujet${isDemo ? ', au plus tard jusqu’à la fin de l’essai' : ''}.`,
            'Les coordonnées laissées pour recevoir des nouvelles sont gardées jusqu’à ce que vous nous demandiez d’arrêter, ou jusqu’à l’envoi des nouvelles.',
          ],
        },
        'Le dossier médical de l’hôpital est autre chose. Il est conservé aussi longtemps que la loi l’exige, que vous utilisiez le produit ou non, et la suppression de votre compte n’y change rien.',
      ],
    },
    {
      id: 'rights',
      title: 'Voir, corriger, supprimer',
      blocks: [
        'Vous avez le droit :',
        {
          list: [
            'de voir les renseignements que nous détenons à votre sujet et d’en recevoir une copie;',
            'de savoir à quoi ils ont servi et qui les a reçus;',
            'de faire corriger les erreurs, ou de faire noter votre désaccord à côté de ce qui demeure;',
            'de retirer votre consentement et de faire supprimer les renseignements que la loi ne nous oblige pas à conserver.',
          ],
        },
        'Dans les paramètres, sous « Vos données », vous pouvez en tout temps télécharger tout ce qui vous concerne et effacer vous-même votre compte.',
        'Pour tout le reste, ou si vous ne pouvez pas utiliser les paramètres, écrivez à l’équipe de soutien. Nous vérifions d’abord que c’est bien vous, puis nous répondons dans les 30 jours. S’il nous faut plus de temps, nous vous disons dans ce délai pourquoi et jusqu’à quand; la loi ne le permet que dans certains cas. La demande est gratuite; pour une copie volumineuse, la loi permet des frais raisonnables, que nous vous indiquons d’avance. Si nous devons refuser quelque chose, nous en donnons la raison et expliquons comment porter plainte.',
      ],
    },
    {
      id: 'children',
      title: 'Les enfants',
      blocks: [
        'Les comptes sont destinés aux adultes. Pour un enfant, un parent ou une autre personne autorisée par la loi à décider pour lui peut utiliser le produit avec le bracelet de l’enfant. En Ontario, il n’y a pas d’âge fixe pour les décisions en matière de vie privée : un jeune qui comprend ce qu’une décision signifie peut la prendre, et nous la respectons.',
        'Si un enfant nous a donné des renseignements sans l’accord d’une personne autorisée, avisez-nous et nous les supprimerons.',
      ],
    },
    {
      id: 'incident',
      title: 'En cas de problème',
      blocks: [
        'Si vos renseignements sont perdus ou volés, ou s’ils sont vus ou utilisés par une personne qui n’en avait pas le droit, nous vous avisons dès que cela est raisonnablement possible : ce qui s’est passé, ce que nous faisons et ce que vous pouvez faire. Nous le signalons aussi au commissaire à la vie privée lorsque la loi l’exige, et nous en gardons une trace.',
      ],
    },
    {
      id: 'complaints',
      title: 'Les plaintes',
      blocks: [
        'Veuillez d’abord nous en parler, afin que nous puissions y remédier. Vous pouvez aussi vous adresser en tout temps, sans frais, à un commissaire :',
        {
          list: [
            'pour les renseignements personnels sur la santé : le Commissaire à l’information et à la protection de la vie privée de l’Ontario;',
            'pour les autres renseignements personnels : le Commissariat à la protection de la vie privée du Canada.',
          ],
        },
      ],
    },
    {
      id: 'law',
      title: 'Droit applicable et modifications',
      blocks: [
        'Cette politique est régie par les lois du Canada, y compris la LPRPDE, et par la LPRPS de l’Ontario pour les renseignements personnels sur la santé.',
        'Si nous modifions cette politique, la date et la version indiquées en haut changent aussi. Nous vous annonçons les modifications importantes avant qu’elles s’appliquent, et nous demandons de nouveau votre consentement lorsque vos renseignements doivent servir à quelque chose de nouveau. Les textes français et anglais ont la même valeur.',
      ],
    },
    {
      id: 'contact',
      title: 'Nous joindre',
      blocks: [
        'Questions, demandes et plaintes en matière de vie privée : écrivez ou téléphonez, en précisant qu’il s’agit de vie privée. L’équipe de soutien transmet votre message à la personne qui en est responsable à l’hôpital.',
        { contacts: true },
      ],
    },
  ],
});
