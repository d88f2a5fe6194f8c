import type { Page } from 'playwright/test';
import { Api } from '../support/hospital/api.ts';
import { signInStaff } from '../support/people/staff.ts';
import { keepSignedIn } from '../support/phone/session.ts';
import { ACCOUNTS, type Account } from './accounts.ts';

/** Where the page lands after signing in. */
const HOME = { patient: '/app', staff: '/desk' };

/** Returns the application's origin: `baseURL` of the test's settings. */
async function originOf(page: Page): Promise<string> {
  const response = await page.request.get('/livez').catch((thrown: unknown) => {
    throw new Error('The application does not respond: "use.baseURL" must be the origin of a running lodestar-shell.', {
      cause: thrown,
    });
  });
  return new URL(response.url()).origin;
}

/**
 * Signs in on the page's phone and opens the home screen; staff get the desk. Needs `use.baseURL`. Call it before the
 * first page opens, once for each browser context.
 * @param account by default the patient
 */
export async function signIn(page: Page, account: Account = ACCOUNTS.patient): Promise<void> {
  const api = new Api(await originOf(page));
  const isStaff = account.email === ACCOUNTS.staff.email;
  const token = isStaff ? await signInStaff(api) : await api.signIn(account);
  await keepSignedIn(page.context(), token);
  await page.goto(isStaff ? HOME.staff : HOME.patient);
}
