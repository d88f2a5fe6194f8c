import type { LegalBlock, LegalText } from '../document.ts';

const answers = (storesAnswers: boolean, isDemo: boolean): LegalBlock =>
  storesAnswers
    ? 'A survey goes to a separate survey-recording service, with your name, your email and the name of the hospital. The service stores it so that the hospital can learn from it. You do not have to take part, and your care does not depend on it.'
    : `A survey goes to a separate survey-recording service, with your name, your email and the name of the hospital. ${isDemo ? 'In this demo, survey responses' : 'Survey responses'} are not retained: the service keeps a receipt (which survey, for which hospital, when, and a fingerprint by which it recognizes a survey that arrives twice) and drops your answers, your name and your email. You do not have to take part, and your care does not depend on it.`;

const DEMO: LegalBlock[] = [
  'This is a demo. The events, results, care plans and people in its story are made up. The story is the same for everybody and tells nothing about you.',
  'In the demo, the texts and emails that the product writes are listed on a page, the outbox, that everybody who tries this demo can read. They contain names, phone numbers, email addresses and security codes. So enter only details here that others may see, and no health information about a real person.',
];

/** The privacy policy in English. */
export const legalText: LegalText = ({ product, hospital, isDemo, storesAnswers }) => ({
  title: 'Privacy Policy',
  date: '2021-02-16',
  version: '1.0',
  intro: [
    `This policy says what happens to information about you when you use ${product} (“the product”), which ${hospital} (“the hospital”) offers${isDemo ? ' as a trial' : ''}. “We” and “us” are the hospital and the team that runs the product for it.`,
    'In short: we collect what the product needs to work, we use it for your hospital journey and for nothing else, we do not sell it, and you can ask at any time to see it, to correct it or to have it deleted.',
  ],
  sections: [
    {
      id: 'responsible',
      title: 'Who is responsible',
      blocks: [
        'The hospital is responsible for your personal health information. Ontario’s Personal Health Information Protection Act (PHIPA) calls it a health information custodian: it decides what is collected, why, and who may see it. The team that runs the product works for the hospital and may use the information only as the hospital allows.',
        'For other personal information, such as the email that you leave to receive news, Canada’s Personal Information Protection and Electronic Documents Act (PIPEDA) sets the rules. Both laws come to the same in plain words: tell people what you do, take no more than you need, keep it safe, and answer for it.',
      ],
    },
    {
      id: 'collected',
      title: 'What we collect',
      blocks: [
        'From you:',
        {
          list: [
            'the code of your wristband, when you scan it or enter it by hand;',
            'for an account: first and last name, email, organization, phone number and a password, of which we store only a scrambled form (a hash) that cannot be turned back;',
            `your agreement to ${isDemo ? 'the non-disclosure agreement, to ' : ''}this policy and to the terms of use;`,
            'a new mobile number, when you change it;',
            'the name and the mobile number of a supporter whom you invite, and what you let that person see;',
            'your survey answers, and what you write to the support team;',
            'if you ask for news: name, email, city if you like, and whether you want to receive updates.',
          ],
        },
        'From the hospital: what belongs to your journey, such as events of a stay, results, reports and care plans.',
        'From using the product: when you signed in, scanned your wristband and entered your PIN, which events you have seen, the language you chose, and technical log entries. The logs hold ids, times and error codes, and no names, messages or health information.',
      ],
    },
    {
      id: 'use',
      title: 'What we use it for',
      blocks: [
        {
          list: [
            'to make sure that it is you, and to keep others out;',
            'to show you your journey, and to show it to the supporters whom you chose;',
            'to send you PINs, links and notes about your account;',
            'to pass your feedback on to the hospital;',
            'to help you when you ask for support;',
            'to find faults, to keep the product secure, and to improve it;',
            'to do what the law requires.',
          ],
        },
        'If we ever want to use it for something else, we ask you first.',
      ],
    },
    {
      id: 'never',
      title: 'What we do not do',
      blocks: [
        {
          list: [
            'We do not sell your information, and we do not use it for advertising.',
            'The product has no advertising trackers and no analytics of other companies, and it sets no cookies to follow you.',
            'It does not ask where you are, and it does not listen through the microphone.',
            'The camera reads the code of your wristband only while you scan. Its pictures stay on your phone: nothing is recorded or sent, except the code itself.',
          ],
        },
      ],
    },
    {
      id: 'consent',
      title: 'Your consent',
      blocks: [
        `You give your consent when you tick the box for this policy. It is yours to give: you can say no, and you can take it back later: erase your account in the settings, under “Your data”, or write to the support team. We then stop, delete what we no longer need, and tell you what follows from it: without your mobile number the product cannot text you a PIN. What happened before remains lawful.`,
        'Your care in the hospital does not depend on your consent to this product.',
      ],
    },
    {
      id: 'supporters',
      title: 'Supporters',
      blocks: [
        'Supporters see information about you only if you invited them. On the page of each supporter you can switch off what they should not see: updates of your status, medical records, diagnostic results, care plans. Everything is on at first, so please look through it. To have a supporter removed, write to the support team.',
        'Before you enter somebody’s name and mobile number, please ask them. We use both only for the invitation and to show the person in your list. The invitation names you.',
      ],
    },
    {
      id: 'shared',
      title: 'Who else receives information',
      blocks: [
        {
          list: [
            `The people at the hospital who care for you, or who run ${isDemo ? 'this trial' : 'the product'}, as far as their task requires it.`,
            'Services that deliver our text messages and emails. They receive the number or the address and the message.',
            'The survey-recording service, as the next section says.',
            'The support team. A support request reaches it as a text message with the issue, your comments, how you would like to be contacted, and your email.',
            'Authorities and courts, where the law obliges us, and then only what is required.',
          ],
        },
        'Those who work for us are bound by contract to protect the information and to use it for nothing else. If a service keeps it outside Ontario or outside Canada, the law of that place may apply to it; the support team will tell you which services the hospital uses, and where.',
      ],
    },
    { id: 'surveys', title: 'Surveys', blocks: [answers(storesAnswers, isDemo)] },
    ...(isDemo ? [{ id: 'demo', title: 'Trial and demo', blocks: DEMO }] : []),
    {
      id: 'phone',
      title: 'What is kept on your phone',
      blocks: [
        'In the browser’s local storage the product keeps two things:',
        {
          list: [
            'your settings, such as language and theme;',
            'an access token, a long random value that keeps you signed in for up to 12 hours and is of no use after you log out.',
          ],
        },
        'While you fill in a form, what you typed may be kept for that browser tab, never the password. So that you can read with no connection, the program itself is kept on the phone, and an encrypted copy of what you saw last may be. Survey answers that could not be sent yet may wait on the phone until they are, or until you discard them. So that you can see and change what you sent, an encrypted copy of those answers stays on the phone until you log out.',
        `Logging out removes the token and the copies. ${isDemo ? 'Reset, and the end of your trial, clear' : 'Reset clears'} the settings as well. A browser that you share with others should not stay signed in.`,
      ],
    },
    {
      id: 'security',
      title: 'How we protect it',
      blocks: [
        {
          list: [
            'Wristband code and PIN work together: the code alone shows no more than your first name and the last four digits of your phone number.',
            'A PIN works once and for 10 minutes. Several wrong tries make it useless, and too many in a day lock it until that day is over.',
            'Links in emails work once: 30 minutes for a new password, 24 hours for validating an email.',
            'Passwords, PINs, tokens and links are checked against hashes, from which they cannot be read. The message that brought you a PIN or a link is kept apart, and opens nothing once it was used or has expired.',
            'The connection between your phone and the hospital is encrypted when the product runs at the hospital’s address (https).',
            'Every request is checked on the server: you see your own information, and that of people who let you.',
          ],
        },
        'No protection is perfect. You help by locking your phone, and by keeping your PIN and your password to yourself.',
      ],
    },
    {
      id: 'retention',
      title: 'How long we keep it',
      blocks: [
        {
          list: [
            'Sessions end after 12 hours at the latest. Sessions and links that have expired are deleted automatically.',
            `Your account, your supporters and your timeline remain while you ${isDemo ? 'take part in the trial' : 'use the product'}. They are deleted, or made anonymous, when ${isDemo ? 'the trial has ended and ' : ''}they are no longer needed, or when you erase your account in the settings or ask us to.`,
            `Messages that were sent, and support requests, are kept as long as it takes to answer questions about them${isDemo ? ', at most until the trial has ended' : ''}.`,
            'Details that you left to receive news are kept until you ask us to stop, or until the news has been sent.',
          ],
        },
        'The hospital’s own medical record is something else. It is kept for as long as the law requires, whether you use the product or not, and deleting your account does not change it.',
      ],
    },
    {
      id: 'rights',
      title: 'Seeing, correcting, deleting',
      blocks: [
        'You have the right to:',
        {
          list: [
            'see the information that we hold about you, and receive a copy;',
            'know what it was used for and who received it;',
            'have mistakes corrected, or have your disagreement noted beside what stays;',
            'take back your consent, and have information deleted that the law does not oblige us to keep.',
          ],
        },
        'In the settings, under “Your data”, you can download everything about you and erase your account yourself, at any time.',
        'For everything else, or if you cannot use the settings, write to the support team. We first make sure that it is you, then answer within 30 days. If we need longer, we tell you within that time why, and until when; the law allows that only in certain cases. Asking costs nothing; for a large copy the law allows a reasonable fee, which we name beforehand. If we have to refuse something, we give the reason and say how to complain.',
      ],
    },
    {
      id: 'children',
      title: 'Children',
      blocks: [
        'Accounts are for adults. For a child, a parent or another person who may decide for the child by law can use the product with the child’s wristband. In Ontario there is no fixed age for privacy decisions: a young person who understands what a decision means may make it, and we respect it.',
        'If a child has given us information without anybody who was allowed to agree, tell us, and we will delete it.',
      ],
    },
    {
      id: 'incident',
      title: 'If something goes wrong',
      blocks: [
        'If your information is lost or stolen, or is seen or used by somebody who was not allowed to, we tell you as soon as we reasonably can: what happened, what we are doing about it, and what you can do. We also report it to the privacy commissioner where the law requires it, and keep a record of it.',
      ],
    },
    {
      id: 'complaints',
      title: 'Complaints',
      blocks: [
        'Please tell us first, so that we can put it right. You may also turn to a commissioner at any time, free of charge:',
        {
          list: [
            'for personal health information: the Information and Privacy Commissioner of Ontario;',
            'for other personal information: the Office of the Privacy Commissioner of Canada.',
          ],
        },
      ],
    },
    {
      id: 'law',
      title: 'Governing law and changes',
      blocks: [
        'This policy is governed by the laws of Canada, including PIPEDA, and by Ontario’s PHIPA for personal health information.',
        'If we change this policy, the date and the version at the top change too. We tell you about important changes before they count, and ask for your consent again where something new is to happen with your information. The English and the French text have the same weight.',
      ],
    },
    {
      id: 'contact',
      title: 'Contact',
      blocks: [
        'Questions, requests and complaints about privacy: write or call, and say that it is about privacy. The support team passes it on to the person at the hospital who is responsible for privacy.',
        { contacts: true },
      ],
    },
  ],
});
