import type { Page } from 'playwright/test';
import { overrideResponse, press, withResponse } from './acts.ts';
import { refuse } from './faults.ts';
import type { Group } from './screen-state.ts';

const LIST = { path: '/profile/1/supporters', heading: 'My Supporters' };
const INVITE = { path: '/profile/1/supporters/create', heading: 'Invite a supporter' };
const HELP = { path: '/app/help', heading: 'Help & Support' };
const SETTINGS = { path: '/app/settings', heading: 'User Settings' };

async function fillInvite(page: Page): Promise<void> {
  await page.getByLabel('Name', { exact: true }).fill('Sam');
  await page.getByLabel('Mobile Phone Number').fill('+1 416 555 0186');
}

async function openSam(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Sam Avery' }).click();
  await page.getByRole('heading', { level: 1, name: 'Sam Avery' }).waitFor();
}

const toBottom = (page: Page, text: string) => page.getByText(text).first().scrollIntoViewIfNeeded();

/** Supporters, help and settings: lists, forms, and the results of sending them. */
export const SUPPORTERS: Group = {
  name: 'supporters',
  as: 'patient',
  states: [
    { name: 'none', ...LIST, act: withResponse({ path: 'v1/supporters', body: [] }, 'No supporters yet') },
    { name: 'failed', ...LIST, act: withResponse({ path: 'v1/supporters' }, 'The supporters can’t be shown just now') },
    { name: 'details', ...LIST, act: openSam, see: 'Permissions' },
    {
      name: 'details-updated',
      ...LIST,
      act: async (page) => {
        await openSam(page);
        await page.getByRole('switch', { name: 'Can view care plans' }).click();
        await press(page, 'Update');
        await toBottom(page, 'Permissions have been updated.');
      },
    },
    {
      name: 'details-failed',
      ...LIST,
      act: async (page) => {
        await openSam(page);
        await overrideResponse(page, { path: 'v1/supporters/*', method: 'PATCH' });
        await press(page, 'Update');
        await toBottom(page, 'The permissions could not be updated.');
      },
    },
    {
      name: 'gone',
      path: '/profile/1/supporters/details/nobody',
      heading: 'Supporter',
      see: 'This supporter is no longer here',
    },
    { name: 'invite', ...INVITE },
    {
      name: 'invite-errors',
      ...INVITE,
      act: async (page) => {
        await press(page, 'Send Invite');
        await page.getByText('Mobile Phone Number is required').first().waitFor();
      },
    },
    {
      name: 'invite-too-many',
      ...INVITE,
      before: refuse('POST supporters', 'TOO_MANY_TEXTS_BY_ACCOUNT_TODAY', { hours: 23 }),
      act: async (page) => {
        await fillInvite(page);
        await press(page, 'Send Invite');
        await toBottom(page, 'as many text messages');
      },
    },
    {
      name: 'invite-failed',
      ...INVITE,
      act: async (page) => {
        await fillInvite(page);
        await overrideResponse(page, { path: 'v1/supporters', method: 'POST' });
        await press(page, 'Send Invite');
        await toBottom(page, 'The invite could not be sent.');
      },
    },
    {
      name: 'invite-sent',
      ...INVITE,
      act: async (page) => {
        await fillInvite(page);
        await press(page, 'Send Invite');
        await toBottom(page, 'Invite Sent');
      },
    },
    {
      name: 'help-failed',
      ...HELP,
      act: async (page) => {
        await overrideResponse(page, { path: 'v1/support-requests', method: 'POST' });
        await press(page, 'Submit');
        await toBottom(page, 'Your request could not be sent.');
      },
    },
    {
      name: 'help-thanks',
      ...HELP,
      act: async (page) => {
        await press(page, 'Submit');
        await page.getByText('Thank you for your patience.').waitFor();
      },
    },
    { name: 'settings-contact', ...SETTINGS, act: (page) => toBottom(page, 'Save') },
    {
      name: 'settings-errors',
      ...SETTINGS,
      act: async (page) => {
        await page.locator('input[type=email]').fill('jordan');
        await page.locator('input[type=tel]').fill('555');
        await press(page, 'Save');
        await page.getByText('Invalid Email').first().waitFor();
      },
    },
    {
      name: 'settings-saved',
      ...SETTINGS,
      act: async (page) => {
        await press(page, 'Save');
        await toBottom(page, 'Your settings have been saved.');
      },
    },
  ],
};
