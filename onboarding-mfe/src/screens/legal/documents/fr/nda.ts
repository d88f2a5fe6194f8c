import type { LegalText } from '../document.ts';

/** The non-disclosure agreement in Canadian French. */
export const legalText: LegalText = ({ product, hospital }) => ({
  title: 'Entente de non-divulgation',
  date: '2021-02-18',
  version: '1.0',
  intro: [
    `La présente entente lie vous-même et l’établissement ${hospital}, l’hôpital qui offre l’essai de ${product}. Dans cette entente, « le produit » désigne ${product}, et « nous » désigne l’hôpital ainsi que l’équipe qui exploite le produit pour lui.`,
    'Vous voyez le produit avant son lancement. En bref : utilisez-le, dites-nous ce que vous en pensez et gardez pour vous ce qu’il a de nouveau. Vous restez toujours libre de parler de votre propre santé et de vos propres soins.',
  ],
  sections: [
    {
      id: 'purpose',
      title: 'Pourquoi une entente',
      blocks: [
        'Le produit est offert à titre d’essai. Ses écrans, ses idées et ses projets ne sont pas encore publics. Nous vous les montrons pour que vous puissiez essayer le produit et nous donner votre avis. Vous ne les recevez que dans ce but.',
      ],
    },
    {
      id: 'acceptance',
      title: 'Comment vous acceptez et qui est lié',
      blocks: [
        'Vous acceptez en cochant la case de cette entente à l’écran qui mène ici. Cela tient lieu de signature. Si vous n’êtes pas d’accord, ne cochez pas la case : vous ne pourrez alors pas participer à l’essai. Vos soins à l’hôpital n’en dépendent d’aucune façon.',
        'L’entente vous lie et nous lie. Si vous essayez le produit pour une organisation, par exemple l’hôpital où vous travaillez, vous confirmez que vous avez le droit d’accepter l’entente pour votre participation à l’essai.',
      ],
    },
    {
      id: 'confidential',
      title: 'Ce qui est confidentiel',
      blocks: [
        'Est confidentiel tout ce que nous vous montrons ou vous disons du produit pendant l’essai et qui n’est pas public, en particulier :',
        {
          list: [
            'l’apparence et le fonctionnement du produit : ses écrans, ses textes, ses images, ses sons, ses vidéos et le contenu de démonstration;',
            'son logiciel, sa conception technique et les moyens qui le protègent;',
            'les projets, les dates, les prix, le nom des partenaires et les autres renseignements commerciaux;',
            'les défauts et les faiblesses du produit, y compris ceux que vous découvrez vous-même;',
            'les avis et les résultats de l’essai que d’autres personnes partagent avec vous.',
          ],
        },
        'Peu importe que nous l’ayons indiqué comme confidentiel ou non. Si vous avez un doute, veuillez d’abord nous poser la question.',
      ],
    },
    {
      id: 'exceptions',
      title: 'Ce qui n’est pas confidentiel',
      blocks: [
        'Cette entente ne vise pas les renseignements :',
        {
          list: [
            'qui sont publics, ou qui le deviennent sans faute de votre part;',
            'que vous connaissiez déjà, légitimement, avant que nous vous les montrions;',
            'qu’une autre personne vous donne alors qu’elle en a le droit;',
            'que vous établissez vous-même, sans utiliser ce que nous vous avons montré.',
          ],
        },
      ],
    },
    {
      id: 'promises',
      title: 'Ce que vous promettez',
      blocks: [
        'Tant que dure cette entente, vous vous engagez à :',
        {
          list: [
            'n’utiliser les renseignements confidentiels que pour essayer le produit et nous dire ce que vous en pensez;',
            'ne pas les transmettre, les publier ni les mettre en ligne, que ce soit en mots, en image, en enregistrement ou en capture d’écran;',
            'ne montrer le produit qu’aux personnes qui participent elles-mêmes à l’essai, comme un proche que vous avez invité;',
            'en prendre soin autant que de vos propres affaires confidentielles;',
            'garder pour vous le code de votre bracelet, votre NIP et votre mot de passe;',
            'ne pas copier le produit, ne pas le démonter et ne pas chercher à en obtenir le code source, sauf si la loi vous en donne le droit.',
          ],
        },
      ],
    },
    {
      id: 'always-allowed',
      title: 'Ce que vous pouvez toujours faire',
      blocks: [
        'Rien dans cette entente ne vous empêche :',
        {
          list: [
            'de parler de votre propre santé, de votre propre séjour et de vos propres soins avec qui vous voulez;',
            'd’utiliser et de partager vos propres renseignements de santé, même si vous les lisez dans le produit;',
            'd’obtenir un avis médical, un deuxième avis, ou un soutien juridique ou personnel;',
            'de signaler à l’hôpital, à un ordre professionnel, à un commissaire à la vie privée ou à une autre autorité un problème de sécurité, un problème de vie privée ou un acte illégal;',
            'de répondre la vérité lorsque la loi ou un tribunal l’exige.',
          ],
        },
        'Si un tribunal ou une autorité vous ordonne de divulguer un élément confidentiel, avisez-nous d’abord lorsque la loi le permet, et ne divulguez que ce qui est exigé.',
      ],
    },
    {
      id: 'personal-information',
      title: 'Les renseignements sur des personnes',
      blocks: [
        'L’essai peut vous montrer des renseignements sur d’autres personnes, par exemple sur une personne que vous accompagnez. Gardez-les confidentiels, qu’ils vous semblent importants ou non. Ce devoir découle des lois sur la vie privée autant que de cette entente, et il ne prend pas fin avec l’essai.',
        'Si vous voyez des renseignements sur une personne réelle qui, de toute évidence, ne vous étaient pas destinés, fermez-les, ne les copiez pas et avisez aussitôt l’équipe de soutien.',
        'La façon dont nous traitons les renseignements à votre sujet est décrite dans la politique de confidentialité, et non ici.',
        { read: 'privacy' },
      ],
    },
    {
      id: 'feedback',
      title: 'Votre avis',
      blocks: [
        'Nous voulons votre avis sincère, le bon comme le mauvais. Vous n’êtes pas tenu d’en donner un. Nous pouvons utiliser ce que vous nous dites du produit pour l’améliorer, sans vous devoir de paiement. Nous n’y associons pas votre nom en public, à moins que vous ne l’ayez accepté.',
      ],
    },
    {
      id: 'rights',
      title: 'Aucun droit ne change de mains',
      blocks: [
        'Tout ce que nous vous montrons reste la propriété de ceux à qui cela appartient aujourd’hui. Vous ne recevez ni licence, ni brevet, ni aucun autre droit sur le produit, si ce n’est celui de l’utiliser pendant l’essai selon les conditions d’utilisation.',
        { read: 'terms' },
      ],
    },
    {
      id: 'duration',
      title: 'Combien de temps elle dure',
      blocks: [
        'L’entente commence lorsque vous l’acceptez. Elle prend fin deux ans après la fin de votre essai, ou plus tôt pour ce qui devient public. Les renseignements sur des personnes restent confidentiels aussi longtemps que les lois sur la vie privée les protègent.',
        'Vous pouvez quitter l’essai en tout temps en écrivant à l’équipe de soutien. Nous pouvons aussi mettre fin à votre essai en tout temps. Ce que vous avez appris jusque-là reste confidentiel pendant la durée indiquée ici.',
      ],
    },
    {
      id: 'return',
      title: 'À la fin de l’essai',
      blocks: [
        'Effacez ce que vous avez gardé du produit, comme des notes, des images ou des enregistrements, et retirez-le de votre téléphone. Vous pouvez garder vos propres renseignements de santé. Si la loi vous oblige à conserver une copie, gardez-la confidentielle.',
      ],
    },
    {
      id: 'breach',
      title: 'En cas de problème',
      blocks: [
        'Si des renseignements confidentiels sont parvenus à une personne qui n’aurait pas dû les recevoir, avisez l’équipe de soutien dès que possible. Personne ne vous reprochera une erreur de bonne foi que vous signalez; nous voulons en limiter les effets avec vous.',
        'Comme l’argent ne peut souvent pas réparer un tel tort, nous pouvons demander à un tribunal d’empêcher toute autre divulgation. Chaque partie répond des pertes qu’elle cause en ne respectant pas cette entente, comme la loi le prévoit.',
      ],
    },
    {
      id: 'general',
      title: 'Dispositions générales',
      blocks: [
        'Le produit vous est montré tel qu’il est à ce moment. Cette entente ne promet ni qu’il sera lancé, ni qu’il restera tel quel.',
        'Ce document constitue toute l’entente sur la confidentialité de l’essai. Si une partie s’avère non valide, le reste demeure. L’entente ne peut être modifiée que par écrit et, si nous proposons un jour une nouvelle version, nous vous demanderons de nouveau votre accord. Si l’un de nous ne fait pas valoir un droit aussitôt, ce droit n’est pas perdu.',
        'Les textes français et anglais ont la même valeur.',
      ],
    },
    {
      id: 'law',
      title: 'Droit applicable',
      blocks: [
        'Cette entente est régie par les lois du Canada, y compris les lois provinciales qui s’y appliquent. Vous conservez les droits que la loi vous donne et qu’aucune entente ne peut vous retirer.',
      ],
    },
    {
      id: 'contact',
      title: 'Questions',
      blocks: [
        'Si un point n’est pas clair, posez vos questions avant d’accepter. L’équipe de soutien se fera un plaisir de vous répondre :',
        { contacts: true },
      ],
    },
  ],
});
