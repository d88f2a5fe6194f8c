/** A row of the table of onboarding screens (docs/product-rules.md#getting-in). */
export interface ScreenRow {
  route: string;
  heading: string;
  /** Label of the field that has the focus on arrival, if the heading doesn't. */
  field?: string;
  /** Other texts on the screen. */
  texts: (string | RegExp)[];
  /** Links by their name, with the path that they lead to. */
  links: Record<string, string>;
  /** Buttons that lead to another screen, by their name. */
  buttons?: Record<string, string>;
  /**
   * Who visits the screen: a visitor by default. `narrow` still needs the PIN, `full` still has to answer the tutorial
   * offer, and `learning` has accepted it.
   */
  by?: 'narrow' | 'full' | 'learning';
}

const LINK = '0b0e8a1e-0000-4000-8000-000000000000';
const SUPPORT = [
  'Email: support@example.org',
  'Phone: +1 416 555 0190, extension 123',
  /\+1 800 555 0190, extension 123/,
];
const NO_WRISTBAND = { "I DON'T HAVE A WRISTBAND": '/onboarding/no-wristband' };
const TO_LOGIN = { 'Back to Login': '/onboarding/login' };

const WELCOME: Omit<ScreenRow, 'route'> = {
  heading: 'Welcome to Lodestar',
  texts: [/^A star that shows the way\./],
  links: {
    'Get started': '/onboarding/info',
    'I have a wristband': '/onboarding/qrcode',
    'I already have an account': '/onboarding/login',
  },
};

const EXPIRED: Omit<ScreenRow, 'route'> = {
  heading: 'Your trial period has expired',
  texts: ['Your trial period has expired. To re-activate, please contact our support team.', ...SUPPORT],
  links: {},
};

const documentOf = (heading: string, edition: string): Omit<ScreenRow, 'route'> => ({
  heading,
  texts: [edition, 'Contents'],
  links: {},
  buttons: { Back: '/onboarding/welcome' },
});

/** Onboarding screens with their texts, and where they lead. */
export const SCREENS: ScreenRow[] = [
  { route: '/onboarding', ...WELCOME },
  { route: '/onboarding/welcome', ...WELCOME },
  {
    route: '/onboarding/info',
    heading: 'Your hospital journey, in one place',
    texts: [
      'Manage care events and past stays',
      'Review records, test results and care plans',
      'Read plain-language reports',
      'Invite supporters (loved ones) to follow along',
      'Give feedback to the hospital through surveys',
      'Reach digital health resources',
    ],
    links: { Continue: '/onboarding/choice', ...NO_WRISTBAND },
    buttons: { Back: '/onboarding/welcome' },
  },
  {
    route: '/onboarding/choice',
    heading: 'How would you like to begin?',
    texts: [/The product is in limited testing\./],
    links: {
      patient: '/onboarding/register',
      'hospital professional': '/onboarding/login',
      'I have a wristband': '/onboarding/qrcode',
      'I was invited': '/onboarding/invitation',
      'I already have an account': '/onboarding/login',
    },
    buttons: { Back: '/onboarding/info' },
  },
  {
    route: '/onboarding/nda',
    heading: 'This is a trial',
    texts: [/offered as a trial under a non-disclosure agreement/],
    links: {
      'Read the NDA': '/onboarding/nda-legal',
      'Read the Privacy Policy': '/onboarding/privacy',
      'Read the Terms': '/onboarding/terms',
    },
    buttons: { Back: '/onboarding/welcome' },
  },
  { route: '/onboarding/nda-legal', ...documentOf('Non-Disclosure Agreement', 'February 18, 2021 · version 1.0') },
  { route: '/onboarding/privacy', ...documentOf('Privacy Policy', 'February 16, 2021 · version 1.0') },
  { route: '/onboarding/terms', ...documentOf('Terms of Use', 'February 18, 2021 · version 1.0') },
  {
    route: '/onboarding/register',
    heading: 'Coming soon',
    texts: ['Name', 'Email', 'City (optional)', 'Yes, I want to receive updates about the product'],
    links: { 'I already have an account': '/onboarding/login' },
    buttons: { Back: '/onboarding/choice' },
  },
  {
    route: '/onboarding/login',
    heading: 'Please Sign In',
    texts: ['Email', 'Password'],
    links: {
      'Create Account': '/onboarding/scanning-barcode-video',
      'Forgot Password?': '/onboarding/forgot-password',
      Cancel: '/onboarding/choice',
    },
  },
  {
    route: '/onboarding/create-account',
    heading: 'Create Account',
    texts: ['Step 1 of 3', 'First Name', 'Last Name', 'Email', 'Organization Name', 'Country', 'Phone Number'],
    links: {},
    buttons: { Back: '/onboarding/scanning-barcode-video', Cancel: '/onboarding/login' },
  },
  {
    route: '/onboarding/forgot-password',
    heading: 'Forgot Password?',
    texts: ['Enter the email of your account. We will send you a link to set a new password.'],
    links: {},
    buttons: { Back: '/onboarding/login' },
  },
  {
    route: `/onboarding/reset-password/${LINK}`,
    heading: 'Set a new password',
    texts: ['minimum 8 characters', 'at least one number or special character', 'Confirm Password'],
    links: TO_LOGIN,
  },
  {
    route: `/onboarding/validate-email/${LINK}`,
    heading: 'Sorry Something has gone wrong!!',
    texts: ["We're having some trouble validating your email. Please try again...", ...SUPPORT],
    links: TO_LOGIN,
  },
  {
    route: `/onboarding/confirm-mobile/${LINK}`,
    heading: 'This link no longer works',
    texts: [/a newer one was entered, or a day has passed/, ...SUPPORT],
    links: TO_LOGIN,
  },
  {
    route: '/onboarding/scanning-barcode-video',
    heading: 'Your wristband signs you in',
    texts: [/point your phone's camera at the code on your personalised wristband/],
    links: { Next: '/onboarding/create-account', Cancel: '/onboarding/login' },
  },
  {
    route: '/onboarding/qrcode',
    heading: 'Find the code that looks like this',
    texts: ['It is on the wristband the hospital gave you. Either of the two codes will do.'],
    links: {
      'scan my wristband': '/onboarding/scan-code',
      ...NO_WRISTBAND,
      'What are these codes?': '/onboarding/scan-info',
    },
    buttons: { Back: '/onboarding/choice' },
  },
  {
    route: '/onboarding/scan-info',
    heading: 'What are scannable codes?',
    texts: [/^Your wristband has a code that is yours alone\./],
    links: { Continue: '/onboarding/qrcode', ...NO_WRISTBAND },
    buttons: { Back: '/onboarding/qrcode' },
  },
  {
    route: '/onboarding/scan-code',
    heading: 'Scan my wristband',
    // A browser without a camera, as in unit tests.
    texts: ['No camera found'],
    links: { 'Enter the code by hand': '/onboarding/enter-barcode' },
    buttons: { Back: '/onboarding/qrcode' },
  },
  {
    route: '/onboarding/no-wristband',
    heading: 'You need a wristband',
    texts: [/^A personalised wristband is required/, ...SUPPORT],
    links: {},
    buttons: { Back: '/onboarding/info' },
  },
  {
    route: '/onboarding/enter-barcode',
    heading: 'Enter your barcode',
    texts: ['Barcode', 'It begins with ER, such as ER12345678.'],
    links: { Cancel: '/onboarding/qrcode' },
  },
  {
    route: '/onboarding/pin-code',
    by: 'narrow',
    heading: 'Enter your PIN',
    field: '4-digit code',
    texts: [/^We sent a 4-digit code by text to/],
    links: { 'Use a new mobile number': '/onboarding/enter-email', 'Try another way': '/onboarding/choice' },
  },
  {
    route: '/onboarding/enter-email',
    by: 'narrow',
    heading: 'Confirm your email',
    texts: ['Email'],
    links: { Cancel: '/onboarding/pin-code' },
  },
  {
    route: '/onboarding/enter-new-mobile',
    by: 'narrow',
    heading: 'Enter your new mobile number',
    texts: [
      'We will text a new security code to it.',
      /^Please enter your full phone number\. The phone number must be formatted like this\.\.\./,
    ],
    links: { Cancel: '/onboarding/pin-code' },
    buttons: { Back: '/onboarding/enter-email' },
  },
  {
    route: '/onboarding/patient-complete',
    by: 'full',
    heading: "You're all set, Jordan",
    texts: ['Your hospital journey starts here.'],
    links: { Continue: '/onboarding/tutorial-offer' },
  },
  {
    route: '/onboarding/side-by-side',
    heading: 'Side by side',
    texts: [/need a wider screen/],
    links: { 'Phone: what a patient sees': '/onboarding/tutorial-offer', 'Desk: what staff see': '/onboarding/login' },
  },
  {
    route: '/onboarding/tutorial-offer',
    by: 'full',
    heading: 'Would you like a short tutorial?',
    texts: ['Twelve short steps show you around. You can see them again later from the menu.'],
    links: {},
    buttons: { Ok: '/onboarding/tutorial', 'Skip Tutorial': '/app' },
  },
  {
    route: '/onboarding/tutorial',
    by: 'learning',
    heading: 'Your timeline',
    texts: ['Step 1 of 12'],
    links: {},
    buttons: { 'Skip Tutorial': '/app' },
  },
  { route: '/onboarding/expired', ...EXPIRED },
  { route: '/expired', ...EXPIRED },
];
