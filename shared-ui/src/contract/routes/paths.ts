import type { NewRequest } from 'mock-api/contract';

/** Every URL of the product, defined once. Functions take the variable parts. */
export const paths = {
  root: '/',
  expired: '/expired',
  refresh: '/refresh',
  reset: '/reset',
  onboarding: {
    root: '/onboarding',
    welcome: '/onboarding/welcome',
    info: '/onboarding/info',
    choice: '/onboarding/choice',
    nda: '/onboarding/nda',
    ndaLegal: '/onboarding/nda-legal',
    privacy: '/onboarding/privacy',
    terms: '/onboarding/terms',
    register: '/onboarding/register',
    login: '/onboarding/login',
    createAccount: '/onboarding/create-account',
    forgotPassword: '/onboarding/forgot-password',
    resetPassword: (uuid: string) => `/onboarding/reset-password/${uuid}`,
    validateEmail: (uuid: string) => `/onboarding/validate-email/${uuid}`,
    scanningBarcodeVideo: '/onboarding/scanning-barcode-video',
    qrcode: '/onboarding/qrcode',
    scanInfo: '/onboarding/scan-info',
    scanCode: '/onboarding/scan-code',
    noWristband: '/onboarding/no-wristband',
    enterBarcode: '/onboarding/enter-barcode',
    pinCode: '/onboarding/pin-code',
    enterEmail: '/onboarding/enter-email',
    enterNewMobile: '/onboarding/enter-new-mobile',
    patientComplete: '/onboarding/patient-complete',
    tutorialOffer: '/onboarding/tutorial-offer',
    tutorial: '/onboarding/tutorial',
    transcript: '/onboarding/tutorial/transcript',
  },
  app: {
    root: '/app',
    help: '/app/help',
    settings: '/app/settings',
    accessLog: '/app/access-log',
    demo: '/app/demo',
  },
  profile: {
    events: (profileId: number) => `/profile/${profileId}/events`,
    event: (profileId: number, eventId: string) => `/profile/${profileId}/events/${eventId}`,
    supporters: (profileId: number) => `/profile/${profileId}/supporters`,
    createSupporter: (profileId: number) => `/profile/${profileId}/supporters/create`,
    supporter: (profileId: number, supporterId: string) => `/profile/${profileId}/supporters/details/${supporterId}`,
    results: (profileId: number) => `/profile/${profileId}/results`,
    result: (profileId: number, resultId: string) => `/profile/${profileId}/results/${resultId}`,
    carePlans: (profileId: number) => `/profile/${profileId}/care-plans`,
    carePlan: (profileId: number, carePlanId: string) => `/profile/${profileId}/care-plans/${carePlanId}`,
    resources: (profileId: number) => `/profile/${profileId}/resources`,
    messages: (profileId: number) => `/profile/${profileId}/messages`,
    message: (profileId: number, messageId: string) => `/profile/${profileId}/messages/${messageId}`,
  },
} as const;

/**
 * URLs for hospital staff: the second factor of their sign-in, and the desk. Separate, so that the type of `paths`
 * stays the same.
 */
export const staffPaths = {
  secondFactor: '/onboarding/second-factor',
  desk: '/desk',
  accounts: '/desk/accounts',
  patients: '/desk/patients',
  patient: (patientId: string) => `/desk/patients/${patientId}`,
  requests: '/desk/requests',
  signUps: '/desk/sign-ups',
} as const;

/** URLs of a profile's requests to the hospital. Separate, so that the type of `paths` stays the same. */
export const requestPaths = {
  list: (profileId: number) => `/profile/${profileId}/requests`,
  /** The request form; `about` is the event, result or care plan that the request is about. */
  create: (profileId: number, kind: NewRequest['kind'], about?: NewRequest['about']) =>
    `/profile/${profileId}/requests/new?${new URLSearchParams({ kind, ...about })}`,
} as const;

/** URLs of a profile's hospital record. Separate, so that the type of `paths` stays the same. */
export const recordPaths = {
  all: (profileId: number) => `/profile/${profileId}/records`,
  observations: (profileId: number) => `/profile/${profileId}/observations`,
  medications: (profileId: number) => `/profile/${profileId}/medications`,
  careTeam: (profileId: number) => `/profile/${profileId}/care-team`,
  documents: (profileId: number) => `/profile/${profileId}/documents`,
  about: (profileId: number) => `/profile/${profileId}/about`,
  goingHome: (profileId: number) => `/profile/${profileId}/going-home`,
} as const;

/** URL of a profile's plan of the day. */
export const planPath = (profileId: number): string => `/profile/${profileId}/plan`;

/** URL of the form for a question for the care team's next visit; `about` is what it is about. */
export const questionPath = (profileId: number, about?: NewRequest['about']): string =>
  `${planPath(profileId)}/question${about ? `?${new URLSearchParams({ ...about })}` : ''}`;

/** URL of a profile's appointments. Separate, so that the type of `recordPaths` stays the same. */
export const appointmentsPath = (profileId: number) => `/profile/${profileId}/appointments`;

/** statusId of an expired trial (docs/product-rules.md#codes). */
export const STATUS_EXPIRED = 6 satisfies typeof import('mock-api/contract').USER_STATUS_EXPIRED;
