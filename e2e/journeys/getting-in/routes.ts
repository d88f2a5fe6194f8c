/** A link from one screen to another: what is pressed, and where it leads. */
export interface RouteLink {
  press: string;
  /** Role of the element; a link by default. */
  as?: 'button';
  to: string;
  heading: string | RegExp;
}

/** A row of the onboarding and entry routes table (docs/product-rules.md#getting-in). */
export interface Row {
  route: string;
  heading: string;
  /** Other texts on the screen. */
  texts: (string | RegExp)[];
  links: RouteLink[];
  /**
   * Who visits the screen: a visitor by default. `narrow` still needs the PIN, `full` still has to answer the tutorial
   * offer, and `learning` has accepted it.
   */
  by?: 'narrow' | 'full' | 'learning';
}

const WELCOME = 'Welcome to Lodestar';
const INFO = 'Your hospital journey, in one place';
const CHOICE = 'How would you like to begin?';
const LOGIN = 'Please Sign In';
const NO_WRISTBAND = 'You need a wristband';
const QRCODE = 'Find the code that looks like this';
const PIN = 'Enter your PIN';
const SUPPORT = [
  'Email: support@example.org',
  'Phone: +1 416 555 0190, extension 123',
  /\+1 800 555 0190, extension 123/,
];

const back = (to: string, heading: string): RouteLink => ({ press: 'Back', as: 'button', to, heading });
const noWristband: RouteLink = {
  press: "I DON'T HAVE A WRISTBAND",
  to: '/onboarding/no-wristband',
  heading: NO_WRISTBAND,
};
const cancelTo = (to: string, heading: string): RouteLink => ({ press: 'Cancel', to, heading });
const toLogin: RouteLink = { press: 'Back to Login', to: '/onboarding/login', heading: LOGIN };

const welcome: Omit<Row, 'route'> = {
  heading: WELCOME,
  texts: [/^A star that shows the way\./],
  links: [
    { press: 'Get started', to: '/onboarding/info', heading: INFO },
    { press: 'I have a wristband', to: '/onboarding/qrcode', heading: QRCODE },
    { press: 'I already have an account', to: '/onboarding/login', heading: LOGIN },
  ],
};

const documentOf = (heading: string, edition: string): Omit<Row, 'route'> => ({
  heading,
  texts: [edition, 'Contents'],
  links: [back('/onboarding/welcome', WELCOME)],
});

export const ROWS: Row[] = [
  { route: '/onboarding', ...welcome },
  { route: '/onboarding/welcome', ...welcome },
  {
    route: '/onboarding/info',
    heading: INFO,
    texts: [
      'Manage care events and past stays',
      'Review records, test results and care plans',
      'Read plain-language reports',
      'Invite supporters (loved ones) to follow along',
      'Give feedback to the hospital through surveys',
      'Reach digital health resources',
    ],
    links: [
      { press: 'Continue', to: '/onboarding/choice', heading: CHOICE },
      noWristband,
      back('/onboarding/welcome', WELCOME),
    ],
  },
  {
    route: '/onboarding/choice',
    heading: CHOICE,
    texts: [/The product is in limited testing\./],
    links: [
      { press: 'patient', to: '/onboarding/register', heading: 'Coming soon' },
      { press: 'hospital professional', to: '/onboarding/login', heading: LOGIN },
      { press: 'I have a wristband', to: '/onboarding/qrcode', heading: QRCODE },
      { press: 'I was invited', to: '/onboarding/invitation', heading: 'You were invited' },
      { press: 'I already have an account', to: '/onboarding/login', heading: LOGIN },
      back('/onboarding/info', INFO),
    ],
  },
  {
    route: '/onboarding/nda',
    heading: 'This is a trial',
    texts: [/offered as a trial under a non-disclosure agreement/],
    links: [
      { press: 'Read the NDA', to: '/onboarding/nda-legal', heading: 'Non-Disclosure Agreement' },
      { press: 'Read the Privacy Policy', to: '/onboarding/privacy', heading: 'Privacy Policy' },
      { press: 'Read the Terms', to: '/onboarding/terms', heading: 'Terms of Use' },
      back('/onboarding/welcome', WELCOME),
    ],
  },
  { route: '/onboarding/nda-legal', ...documentOf('Non-Disclosure Agreement', 'February 18, 2021 · version 1.0') },
  { route: '/onboarding/privacy', ...documentOf('Privacy Policy', 'February 16, 2021 · version 1.0') },
  { route: '/onboarding/terms', ...documentOf('Terms of Use', 'February 18, 2021 · version 1.0') },
  {
    route: '/onboarding/register',
    heading: 'Coming soon',
    texts: ['Name', 'Email', 'City (optional)', 'Yes, I want to receive updates about the product'],
    links: [
      { press: 'I already have an account', to: '/onboarding/login', heading: LOGIN },
      back('/onboarding/choice', CHOICE),
    ],
  },
  {
    route: '/onboarding/login',
    heading: LOGIN,
    texts: ['Email', 'Password'],
    links: [
      {
        press: 'Create Account',
        to: '/onboarding/scanning-barcode-video',
        heading: 'Your wristband signs you in',
      },
      { press: 'Forgot Password?', to: '/onboarding/forgot-password', heading: 'Forgot Password?' },
      cancelTo('/onboarding/choice', CHOICE),
    ],
  },
  {
    route: '/onboarding/create-account',
    heading: 'Create Account',
    texts: ['Step 1 of 3', 'First Name', 'Last Name', 'Email', 'Organization Name', 'Country', 'Phone Number'],
    links: [
      back('/onboarding/scanning-barcode-video', 'Your wristband signs you in'),
      { ...cancelTo('/onboarding/login', LOGIN), as: 'button' },
    ],
  },
  {
    route: '/onboarding/forgot-password',
    heading: 'Forgot Password?',
    texts: ['Enter the email of your account. We will send you a link to set a new password.'],
    links: [back('/onboarding/login', LOGIN)],
  },
  {
    route: '/onboarding/reset-password/0b0e8a1e-0000-4000-8000-000000000000',
    heading: 'Set a new password',
    texts: ['minimum 8 characters', 'at least one number or special character', 'Confirm Password'],
    links: [toLogin],
  },
  {
    route: '/onboarding/validate-email/0b0e8a1e-0000-4000-8000-000000000000',
    heading: 'Sorry Something has gone wrong!!',
    texts: ["We're having some trouble validating your email. Please try again...", ...SUPPORT],
    links: [toLogin],
  },
  {
    route: '/onboarding/confirm-mobile/0b0e8a1e-0000-4000-8000-000000000000',
    heading: 'This link no longer works',
    texts: [/another one was entered, or a day has passed/, ...SUPPORT],
    links: [toLogin],
  },
  {
    route: '/onboarding/scanning-barcode-video',
    heading: 'Your wristband signs you in',
    texts: [/point your phone's camera at the code on your personalised wristband/],
    links: [
      { press: 'Next', to: '/onboarding/create-account', heading: 'Create Account' },
      cancelTo('/onboarding/login', LOGIN),
    ],
  },
  {
    route: '/onboarding/qrcode',
    heading: QRCODE,
    texts: ['It is on the wristband the hospital gave you. Either of the two codes will do.'],
    links: [
      { press: 'scan my wristband', to: '/onboarding/scan-code', heading: 'Scan my wristband' },
      noWristband,
      { press: 'What are these codes?', to: '/onboarding/scan-info', heading: 'What are scannable codes?' },
      back('/onboarding/choice', CHOICE),
    ],
  },
  {
    route: '/onboarding/scan-code',
    heading: 'Scan my wristband',
    texts: [/Your browser will ask whether it may use the camera\./],
    links: [
      { press: 'Enter the code by hand', to: '/onboarding/enter-barcode', heading: 'Enter your barcode' },
      back('/onboarding/qrcode', QRCODE),
    ],
  },
  {
    route: '/onboarding/no-wristband',
    heading: NO_WRISTBAND,
    texts: [/^A personalised wristband is required/, ...SUPPORT],
    links: [back('/onboarding/info', INFO)],
  },
  {
    route: '/onboarding/enter-barcode',
    heading: 'Enter your barcode',
    texts: ['Barcode', 'It begins with ER, for example ER12345678.'],
    links: [cancelTo('/onboarding/qrcode', QRCODE)],
  },
  {
    route: '/onboarding/pin-code',
    by: 'narrow',
    heading: PIN,
    texts: [/^We sent a 4-digit code by text to/, '4-digit code'],
    links: [
      { press: 'Use a new mobile number', to: '/onboarding/enter-email', heading: 'Confirm your email' },
      { press: 'Try another way', to: '/onboarding/choice', heading: CHOICE },
    ],
  },
  {
    route: '/onboarding/enter-email',
    by: 'narrow',
    heading: 'Confirm your email',
    texts: ['Email'],
    links: [cancelTo('/onboarding/pin-code', PIN)],
  },
  {
    route: '/onboarding/enter-new-mobile',
    by: 'narrow',
    heading: 'Enter your new mobile number',
    texts: [
      'We will text a new security code to it.',
      'Please enter your full phone number. The phone number must be formatted like this... +000 999-999-9999',
    ],
    links: [back('/onboarding/enter-email', 'Confirm your email'), cancelTo('/onboarding/pin-code', PIN)],
  },
  {
    route: '/onboarding/patient-complete',
    by: 'full',
    heading: "You're all set, Ada",
    texts: ['Your hospital journey starts here.'],
    links: [{ press: 'Continue', to: '/onboarding/tutorial-offer', heading: 'Would you like a short tutorial?' }],
  },
  {
    route: '/onboarding/scan-info',
    heading: 'What are scannable codes?',
    texts: [/^Your wristband has a code that is yours alone\./],
    links: [
      { press: 'Continue', to: '/onboarding/qrcode', heading: QRCODE },
      noWristband,
      back('/onboarding/qrcode', QRCODE),
    ],
  },
  {
    route: '/onboarding/tutorial-offer',
    by: 'full',
    heading: 'Would you like a short tutorial?',
    texts: ['Twelve short steps show you around. You can see them again later from the menu.'],
    links: [
      { press: 'Ok', as: 'button', to: '/onboarding/tutorial', heading: 'Your timeline' },
      { press: 'Skip Tutorial', as: 'button', to: '/app', heading: /^Good / },
    ],
  },
  {
    route: '/onboarding/tutorial',
    by: 'learning',
    heading: 'Your timeline',
    texts: ['Step 1 of 12'],
    links: [{ press: 'Skip Tutorial', as: 'button', to: '/app', heading: /^Good / }],
  },
];
