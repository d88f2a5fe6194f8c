import { type Browser, type BrowserContext, chromium, type Page } from 'playwright/test';
import { launchWindowless } from '../../../support/phone/browser.ts';
import { keepSignedIn } from '../../../support/phone/session.ts';
import { recordRequests, versionsIn } from '../../../support/phone/traffic.ts';
import { openAdmissionSurvey, STEPS_TO_ADMISSION_SURVEY } from '../../../support/screens/screens.ts';
import type { Hospital } from './hospital.ts';

/** Opens the browser in which the hospital's patients use the app. */
export function openBrowser({ resolverRule }: Hospital): Promise<Browser> {
  const { args, ...browser } = launchWindowless();
  return chromium.launch({
    ...browser,
    args: [...args, `--host-resolver-rules=${resolverRule}`, '--ignore-certificate-errors'],
  });
}

/** Returns the token of a patient whom the hospital asks about the admission. */
export async function askedPatient({ api }: Hospital): Promise<string> {
  const token = await api.signIn('patient');
  await api.playStory(token, STEPS_TO_ADMISSION_SURVEY);
  return token;
}

interface Phone {
  browser: Browser;
  hospital: Hospital;
  /** Session of the patient who uses it. */
  token: string;
  /** Its number in the draw for shares, from 0 to 9,999. A share of 10 % has those below 1,000. */
  cohort: number;
}

async function onPhone<T>({ browser, hospital: { origin }, token, cohort }: Phone, use: (page: Page) => Promise<T>) {
  const context: BrowserContext = await browser.newContext({
    baseURL: origin,
    ignoreHTTPSErrors: true,
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
    // The worker would download the whole product on each phone, which is closed before it is used.
    serviceWorkers: 'block',
  });
  await context.addCookies([{ name: '__Host-lodestar-cohort', value: String(cohort), url: origin, secure: true }]);
  await keepSignedIn(context, token);
  try {
    return await use(await context.newPage());
  } finally {
    await context.close();
  }
}

/** Opens the survey about the admission on a phone. Returns the versions of the remote that it loaded. */
export function surveysOn(phone: Phone): Promise<string[]> {
  return onPhone(phone, async (page) => {
    const requests = recordRequests(page);
    await page.goto('/profile/1/events');
    await openAdmissionSurvey(page);
    return versionsIn(requests, 'surveys');
  });
}
