import type { LegalBlock, LegalText } from '../document.ts';

const NDA: LegalBlock[] = [
  'Because the product is not public yet, a non-disclosure agreement applies as well.',
  { read: 'nda' },
];

const survey = (storesAnswers: boolean) =>
  storesAnswers
    ? 'The answers that you give in a survey are stored by the survey-recording service so that the hospital can learn from them.'
    : 'The answers that you give in a survey are not retained: a receipt is kept that a survey arrived, and the answers are dropped.';

/** The terms of use in English. */
export const legalText: LegalText = ({ product, hospital, isDemo, storesAnswers }) => ({
  title: 'Terms of Use',
  date: '2021-02-18',
  version: '1.0',
  intro: [
    `These terms are an agreement between you and ${hospital}, the hospital that offers ${isDemo ? `the trial of ${product}` : product}. “The product” is ${product}; “we” and “us” are the hospital and the team that runs the product for it.`,
    `In short: the product helps you follow a hospital journey. It does not replace the people who care for you, and it is not for emergencies. Keep what opens it to yourself, treat others fairly, and know that ${isDemo ? 'a trial' : 'the product'} can change or end.`,
  ],
  sections: [
    {
      id: 'agreement',
      title: 'Agreeing to these terms',
      blocks: [
        'You agree to these terms and to the privacy policy by ticking the box for them, or by using the product. If you do not agree, please do not use it. Your care in the hospital does not depend on whether you do.',
        { read: 'privacy' },
        ...(isDemo ? NDA : []),
      ],
    },
    {
      id: 'product',
      title: 'What the product does',
      blocks: [
        'The product is a web application for phones. It brings together what belongs to a hospital journey. With it you can:',
        {
          list: [
            'follow a timeline of events of a stay, and look back at earlier ones;',
            'read results, reports and care plans, with explanations in plain words;',
            'invite supporters, the people close to you, to follow along;',
            'give feedback to the hospital in short surveys;',
            isDemo
              ? 'find digital health resources and ask the support team for help.'
              : 'ask the support team for help.',
          ],
        },
        `It is offered free of charge${isDemo ? ', as a trial' : ''}. Your phone company may charge you for data and for text messages.`,
      ],
    },
    {
      id: 'medical',
      title: 'Not for emergencies, not medical advice',
      blocks: [
        'Do not use the product in an emergency. Call 911 or go to the nearest emergency department. If you are in the hospital, call a nurse. Nobody watches the product around the clock, and neither a survey nor a support request reaches your care team in time for something urgent.',
        'What you read in the product informs you. It is not a diagnosis and not a treatment. Plain-language summaries, notes on whether a value is normal, and suggested questions simplify things and can leave something out. The hospital’s own record is what counts.',
        'Always talk to your care team before you begin, change or stop a treatment, and do not put off asking for help because of something you read here, or did not find here.',
      ],
    },
    {
      id: 'who',
      title: 'Who may use it',
      blocks: [
        {
          list: [
            'Patients of the hospital who received a personalised wristband.',
            `Professionals${isDemo ? ' and trial users' : ''} who create an account with an email and a password. If the domain of the email is not one we recognize, we review the account by hand before it opens.`,
            isDemo
              ? 'Supporters whom a patient invited. In the trial, a supporter needs an email of an approved hospital domain.'
              : 'Supporters whom a patient invited.',
          ],
        },
        'To create an account by yourself you have to be of age where you live (18 in Ontario) and able to understand these terms. Otherwise a parent, a guardian or another person who may decide for you by law can agree and use the product for you.',
      ],
    },
    {
      id: 'account',
      title: 'Wristband, PIN, password',
      blocks: [
        'A wristband code says who you are, and the PIN that we send you by text message confirms it. An account made with an email is opened with a password once the email has been validated. Whoever has these can see what you can see, so please:',
        {
          list: [
            'give true details, and tell us when your mobile number changes;',
            'never share your PIN, your password or a picture of your wristband; we will never ask you for your PIN or your password;',
            'lock your phone, and log out when somebody else uses it;',
            'tell the support team at once if you think that somebody else got in.',
          ],
        },
        'To protect you, a code stops working after several wrong tries, and too many wrong tries in a day lock the PIN until that day is over.',
      ],
    },
    {
      id: 'fair-use',
      title: 'Using it fairly',
      blocks: [
        'Use the product only for yourself, or for the person whom you support with their consent. Do not:',
        {
          list: [
            'sign in as somebody else, or scan a wristband that is not yours;',
            'look for information about people that is not meant for you;',
            'send insulting, unlawful or harmful content, or advertising;',
            'disturb the product, get round its protections, or load it with automated requests;',
            'copy it, sell it, or build on it without our written consent.',
          ],
        },
        'If you find a weak spot in its security, tell the support team and nobody else until it is mended. We will thank you for it.',
      ],
    },
    {
      id: 'supporters',
      title: 'Supporters',
      blocks: [
        'If you are a patient, you decide whom you invite and what each supporter may do: receive updates of your status, see your medical records, your diagnostic results and your care plans, and give feedback to the hospital. Everything is on at first, so please look through it. To remove a supporter, write to the support team.',
        'Invite only people who expect it: the invitation is a text message to the number that you enter. What a supporter does with what they have seen is between the two of you; choose people you trust.',
        'If you are a supporter, you see another person’s health information because they trust you. Keep it to yourself, use it only to support them, and stop when they ask you to.',
      ],
    },
    {
      id: 'messages',
      title: 'Texts and emails',
      blocks: [
        'The product sends messages that it needs in order to work: PINs and invitations by text message; links to validate an email or to set a new password, and notes about changes to your account, by email. They are not advertising. News about the product reaches you only if you asked for it, and you can stop it at any time.',
        'Messages can arrive late or not at all, for reasons that lie with a phone company or an email service. If you get a message that you did not ask for, do not follow its link, and tell us.',
      ],
    },
    {
      id: isDemo ? 'demo' : 'surveys',
      title: isDemo ? 'What is different in the trial' : 'Surveys',
      blocks: isDemo
        ? [
            'This is a demo. A scripted story feeds made-up events, results and care plans into your timeline over time. They are about nobody, and certainly not about you: never draw conclusions from them about anybody’s health.',
            survey(storesAnswers),
            'Some functions are limited or only shown, for example some of the settings and resources. Your trial can also be for a limited time; when it has expired, the support team can re-activate it.',
          ]
        : [survey(storesAnswers)],
    },
    {
      id: 'feedback',
      title: 'What you send us',
      blocks: [
        'Your comments, survey answers and support requests stay yours. You allow us to use them to run and to improve the product and the care of the hospital, as the privacy policy says. Please do not put other people’s health information into a comment.',
      ],
    },
    {
      id: 'availability',
      title: 'Availability and changes',
      blocks: [
        'We try to keep the product running, but we do not promise that it is always available, complete or free of errors. We may change it, pause it or end it. A new version is announced in a banner, and you choose when to update.',
        'The product also works with a poor connection, or with none, as far as it can. What you see then may be out of date.',
      ],
    },
    {
      id: 'ownership',
      title: 'Who owns what',
      blocks: [
        `The product, its name, texts, pictures, sounds and software belong to us or to those who let us use them. You may use it for yourself${isDemo ? ' during the trial' : ''}; that right cannot be passed on. Your health information remains yours to see and to use; the hospital keeps the record, as the law requires.`,
      ],
    },
    {
      id: 'ending',
      title: 'Ending your use',
      blocks: [
        `You can stop at any time. Log out, and write to the support team if you want your account to be deleted. We can limit or close an account if these terms are broken, if somebody is in danger, or if ${isDemo ? 'the trial ends' : 'the hospital stops offering the product'}. Where we can, we tell you beforehand and say why.`,
      ],
    },
    {
      id: 'responsibility',
      title: 'What we are responsible for',
      blocks: [
        `${isDemo ? 'You use a trial, and we offer it as it is' : 'We offer the product as it is'}. As far as the law allows, we give no warranty for it, and we are not liable for losses that come from relying on the product in place of your care team, from its being unavailable, or from somebody using your PIN or password because it was shared.`,
        'Nothing in these terms limits what the law does not let us limit, such as our responsibility for the care you receive, for injury caused by negligence, for fraud, or for the protection of your personal health information.',
      ],
    },
    {
      id: 'law',
      title: 'Governing law and courts',
      blocks: [
        'These terms are governed by the laws of Canada, including the laws of the Province of Ontario that apply there. If we cannot settle a disagreement by talking, the courts of Ontario decide it. Please write to us first: most things can be solved that way.',
        'Consumer and privacy rights that the law of your province gives you, and that an agreement cannot take away, stay with you.',
      ],
    },
    {
      id: 'changes',
      title: 'Changes to these terms',
      blocks: [
        'If we change these terms, the date and the version at the top change too. We tell you about important changes in the product or by email before they count, and ask for your agreement where the law requires it. If a part of these terms turns out not to be valid, the rest remains. The English and the French text have the same weight.',
      ],
    },
    {
      id: 'contact',
      title: 'Questions',
      blocks: ['Write to the support team, or call:', { contacts: true }],
    },
  ],
});
