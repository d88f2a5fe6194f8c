import type { LegalText } from '../document.ts';

/** The non-disclosure agreement in English. */
export const legalText: LegalText = ({ product, hospital }) => ({
  title: 'Non-Disclosure Agreement',
  date: '2021-02-18',
  version: '1.0',
  intro: [
    `This agreement is between you and ${hospital}, the hospital that offers the trial of ${product}. In this agreement, “the product” is ${product}, and “we” and “us” are the hospital and the team that runs the product for it.`,
    'You see the product before it is released. In short: use it, tell us what you think of it, and keep what is new about it to yourself. Your own health and your own care always stay yours to talk about.',
  ],
  sections: [
    {
      id: 'purpose',
      title: 'Why there is an agreement',
      blocks: [
        'The product is offered as a trial. Its screens, its ideas and its plans are not public yet. We show them to you so that you can try the product and give us your opinion. That is the only purpose for which you receive them.',
      ],
    },
    {
      id: 'acceptance',
      title: 'How you agree, and who is bound',
      blocks: [
        'You agree by ticking the box for this agreement on the screen that leads here. That counts as your signature. If you do not agree, do not tick the box: you can then not take part in the trial. Your care in the hospital does not depend on it in any way.',
        'The agreement binds you and us. If you try the product for an organization, for example the hospital where you work, you confirm that you may agree to this for the part you play in the trial.',
      ],
    },
    {
      id: 'confidential',
      title: 'What is confidential',
      blocks: [
        'Confidential is everything about the product that we show or tell you in the trial and that is not public, in particular:',
        {
          list: [
            'how the product looks and works: its screens, texts, pictures, sounds, videos and demo content;',
            'its software, its technical design and the ways in which it is kept secure;',
            'plans, dates, prices, names of partners and other business information;',
            'faults and weak spots of the product, also those that you find yourself;',
            'opinions and results of the trial that other people share with you.',
          ],
        },
        'It does not matter whether we mark it as confidential. If you are not sure about something, please ask us first.',
      ],
    },
    {
      id: 'exceptions',
      title: 'What is not confidential',
      blocks: [
        'This agreement does not cover information that:',
        {
          list: [
            'is public, or becomes public through no fault of yours;',
            'you already knew, lawfully, before we showed it to you;',
            'somebody else gives you who is allowed to do so;',
            'you work out by yourself, without using what we showed you.',
          ],
        },
      ],
    },
    {
      id: 'promises',
      title: 'What you promise',
      blocks: [
        'As long as this agreement lasts, you will:',
        {
          list: [
            'use confidential information only to try the product and to tell us what you think of it;',
            'not pass it on, publish it or post it, neither in words nor as a picture, recording or screenshot;',
            'show the product only to people who take part in the trial themselves, such as a supporter you invited;',
            'look after it as carefully as after confidential matters of your own;',
            'keep your wristband code, your PIN and your password to yourself;',
            'not copy the product, take it apart or try to obtain its source code, except where the law gives you that right.',
          ],
        },
      ],
    },
    {
      id: 'always-allowed',
      title: 'What you may always do',
      blocks: [
        'Nothing in this agreement stops you from:',
        {
          list: [
            'talking about your own health, your own stay and your own care with anybody you like;',
            'using and sharing your own health information, also when you read it in the product;',
            'getting medical advice, a second opinion, or legal or personal support;',
            'telling the hospital, a professional college, a privacy commissioner or another authority about a safety problem, a privacy problem or something unlawful;',
            'answering truthfully where the law or a court requires it.',
          ],
        },
        'If a court or an authority orders you to disclose something confidential, tell us first where the law allows that, and disclose only what is required.',
      ],
    },
    {
      id: 'personal-information',
      title: 'Information about people',
      blocks: [
        'The trial may show you information about other people, for example about a person whom you support. Keep it confidential, whether it seems important or not. This duty comes from privacy law as well as from this agreement, and it does not end with the trial.',
        'If you see information about a real person that you were clearly not meant to see, close it, do not copy it, and tell the support team at once.',
        'How we treat information about you is described in the privacy policy, not here.',
        { read: 'privacy' },
      ],
    },
    {
      id: 'feedback',
      title: 'Your feedback',
      blocks: [
        'We want your honest opinion, the good and the bad. You do not have to give any. What you tell us about the product we may use to improve it, without owing you payment. We do not publish your name with it unless you have agreed to that.',
      ],
    },
    {
      id: 'rights',
      title: 'No rights change hands',
      blocks: [
        'Everything that we show you stays the property of those it belongs to now. You receive no licence, no patent and no other right in the product beyond using it in the trial as the terms of use say.',
        { read: 'terms' },
      ],
    },
    {
      id: 'duration',
      title: 'How long it lasts',
      blocks: [
        'The agreement begins when you agree to it. It ends two years after your trial has ended, or earlier for anything that becomes public. Information about people stays confidential for as long as privacy law protects it.',
        'You can leave the trial at any time by writing to the support team. We can end your trial at any time as well. What you learned until then stays confidential for the time named here.',
      ],
    },
    {
      id: 'return',
      title: 'When the trial ends',
      blocks: [
        'Delete what you have kept of the product, such as notes, pictures or recordings, and remove it from your phone. You may keep your own health information. If you have to keep a copy of something because the law says so, keep it confidential.',
      ],
    },
    {
      id: 'breach',
      title: 'If something goes wrong',
      blocks: [
        'If confidential information has reached somebody it should not have reached, tell the support team as soon as you can. Nobody will blame you for an honest mistake that you report; we want to limit the damage together.',
        'Because money often cannot make up for such damage, we may ask a court to stop further disclosure. Each side is responsible for losses that it causes by breaking this agreement, as the law provides.',
      ],
    },
    {
      id: 'general',
      title: 'General points',
      blocks: [
        'The product is shown to you as it is at the time. This agreement promises neither that it will be released nor that it will stay as it is.',
        'This document is the whole agreement about confidentiality in the trial. If a part of it turns out not to be valid, the rest remains. It can be changed only in writing, and if we ever propose a new version we ask for your agreement again. If one of us does not insist on a right at once, the right is not lost.',
        'The English and the French text have the same weight.',
      ],
    },
    {
      id: 'law',
      title: 'Governing law',
      blocks: [
        'This agreement is governed by the laws of Canada, including the laws of the province that apply there. Rights that the law gives you and that no agreement can take away stay with you.',
      ],
    },
    {
      id: 'contact',
      title: 'Questions',
      blocks: [
        'If anything here is unclear, ask before you agree. The support team is glad to explain it:',
        { contacts: true },
      ],
    },
  ],
});
